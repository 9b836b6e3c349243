import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';

/** One rule of an RBAC Role (rbac.authorization.k8s.io/v1 PolicyRule). */
export interface PolicyRule {
  apiGroups: string[];
  resources: string[];
  verbs: string[];
}

export interface Right {
  verb: string;
  resource: string;
}

/** What an account has beside the shipped Role, and what it lacks of it. */
export interface Rights {
  mayNot?: readonly Right[];
  mayToo?: readonly Right[];
}

const file = new URL('../../hooks/rbac.yaml', import.meta.url);

/** The shipped objects (ServiceAccount, Role, RoleBinding), moved to a namespace. */
// biome-ignore lint/suspicious/noExplicitAny: foreign YAML
export function shippedObjects(namespace: string): any[] {
  const text = readFileSync(file, 'utf8').replaceAll('namespace: theia', `namespace: ${namespace}`);
  return parseAllDocuments(text).map((document) => document.toJS());
}

/** The shipped Role's rules, more or less. Throws on a gap that is no right of the Role: it would prove nothing. */
export function shippedRules({ mayNot = [], mayToo = [] }: Rights = {}): PolicyRule[] {
  const role = shippedObjects('theia').find(({ kind }) => kind === 'Role');
  const rules: PolicyRule[] = role.rules;
  for (const { verb, resource } of mayNot) {
    if (!rules.some((rule) => rule.verbs.includes(verb) && rule.resources.includes(resource)))
      throw new Error(`the shipped Role does not grant ${verb} ${resource}`);
  }
  const left = rules.flatMap((rule) =>
    rule.resources.map((resource) => {
      const lost = mayNot.filter((gap) => gap.resource === resource).map((gap) => gap.verb);
      return { ...rule, resources: [resource], verbs: rule.verbs.filter((verb) => !lost.includes(verb)) };
    }),
  );
  const more = mayToo.map(({ verb, resource }) => ({
    apiGroups: rules.find(({ resources }) => resources.includes(resource))?.apiGroups ?? [''],
    resources: [resource],
    verbs: [verb],
  }));
  // The API server takes no rule without a verb.
  return [...left, ...more].filter(({ verbs }) => verbs.length > 0);
}
