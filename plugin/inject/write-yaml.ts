import { stringify } from 'yaml';

/**
 * An object as YAML that readers of YAML 1.1 and 1.2 understand alike: Helm, kubectl and Argo CD take an unquoted `yes`
 * or `0777` for something else than text.
 */
export function writeYaml(value: object): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' });
}
