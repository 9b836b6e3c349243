/** What somebody wants to do. `resource` may carry a subresource: `pods/log`. */
export interface Question {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  /** '' for cluster-wide resources and lists over all namespaces; of a Namespace its own name. */
  readonly namespace: string;
  /** '' for collections and creates. */
  readonly name: string;
}

/** A rule in the form of an RBAC Role; `*` stands for all. */
export interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  /** Undefined: every object. */
  readonly resourceNames?: readonly string[];
  /** Undefined: everywhere. */
  readonly namespaces?: readonly string[];
}

/** Who may what. A user without rules may everything but what was taken away. */
export interface AccessTable {
  may(user: string, question: Question): boolean;
  /** The user may what these rules say and nothing more. */
  restrict(user: string, rules: readonly Rule[]): void;
  /** Takes away every question that matches all the fields given. */
  deny(user: string, question: Partial<Question>): void;
  /** Forgets all rules about the user. */
  reset(user: string): void;
}

export function createAccess(): AccessTable {
  const allowed = new Map<string, readonly Rule[]>();
  const denied = new Map<string, Partial<Question>[]>();
  return {
    may: (user, question) => {
      const taken = denied.get(user) ?? [];
      if (taken.some((gap) => covers(gap, question))) return false;
      return allowed.get(user)?.some((rule) => permits(rule, question)) ?? true;
    },
    restrict: (user, rules) => {
      allowed.set(user, rules);
    },
    deny: (user, question) => {
      denied.set(user, [...(denied.get(user) ?? []), question]);
    },
    reset: (user) => {
      allowed.delete(user);
      denied.delete(user);
    },
  };
}

function covers(gap: Partial<Question>, question: Question): boolean {
  return Object.entries(gap).every(([field, value]) => question[field as keyof Question] === value);
}

function permits(rule: Rule, question: Question): boolean {
  const has = (list: readonly string[], value: string): boolean => list.includes(value) || list.includes('*');
  return (
    has(rule.apiGroups, question.group) &&
    has(rule.resources, question.resource) &&
    has(rule.verbs, question.verb) &&
    (rule.resourceNames === undefined || rule.resourceNames.includes(question.name)) &&
    (rule.namespaces === undefined || has(rule.namespaces, question.namespace))
  );
}
