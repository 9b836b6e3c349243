/** Last steps of a field's path to its merge key; 'set' is a list of plain values merged as a set. First match wins. */
const rows: readonly (readonly [readonly string[], string])[] = [
  [['metadata', 'ownerReferences'], 'uid'],
  [['metadata', 'finalizers'], 'set'],
  [['containers', 'ports'], 'containerPort'],
  [['initContainers', 'ports'], 'containerPort'],
  [['spec', 'ports'], 'port'],
  [['containers'], 'name'],
  [['initContainers'], 'name'],
  [['ephemeralContainers'], 'name'],
  [['env'], 'name'],
  [['volumes'], 'name'],
  [['volumeMounts'], 'mountPath'],
  [['imagePullSecrets'], 'name'],
  [['hostAliases'], 'ip'],
  [['status', 'conditions'], 'type'],
];

/** The merge key of a list field by its path, `['metadata', 'ownerReferences']` → `uid`; undefined: replaced whole. */
export function mergeKeyOf(path: readonly string[]): string | undefined {
  return rows.find(([end]) => end.every((step, i) => path[path.length - end.length + i] === step))?.[1];
}
