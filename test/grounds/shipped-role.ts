import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';

/** One rule of an RBAC Role (rbac.authorization.k8s.io/v1 PolicyRule). */
export interface PolicyRule {
  apiGroups: string[];
  resources: string[];
  verbs: string[];
}

/** A right that is taken away. */
export interface Gap {
  verb: string;
  resource: string;
}

const file = new URL('../../hooks/rbac.yaml', import.meta.url);

/** The shipped objects (ServiceAccount, Role, RoleBinding), moved to a namespace. */
// biome-ignore lint/suspicious/noExplicitAny: foreign YAML
export function shippedObjects(namespace: string): any[] {
  const text = readFileSync(file, 'utf8').replaceAll('namespace: theia', `namespace: ${namespace}`);
  return parseAllDocuments(text).map((document) => document.toJS());
}

/** The shipped Role's rules, less some rights. Throws on a gap that is no right of the Role: it would prove nothing. */
export function shippedRules(gaps: readonly Gap[] = []): PolicyRule[] {
  const role = shippedObjects('theia').find(({ kind }) => kind === 'Role');
  const rules: PolicyRule[] = role.rules;
  for (const { verb, resource } of gaps) {
    if (!rules.some((rule) => rule.verbs.includes(verb) && rule.resources.includes(resource)))
      throw new Error(`the shipped Role does not grant ${verb} ${resource}`);
  }
  return rules.flatMap((rule) =>
    rule.resources.map((resource) => {
      const lost = gaps.filter((gap) => gap.resource === resource).map((gap) => gap.verb);
      return { ...rule, resources: [resource], verbs: rule.verbs.filter((verb) => !lost.includes(verb)) };
    }),
  );
}
