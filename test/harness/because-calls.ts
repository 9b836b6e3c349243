import { join, relative } from 'node:path';
import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import {
  isCallExpression,
  isObjectLiteralExpression,
  isPropertyAssignment,
  isShorthandPropertyAssignment,
  isStringLiteral,
} from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/sync';

/** A call of `because` in plugin/: the codes it may give and the names of its arguments. */
export interface BecauseCall {
  at: string;
  codes: string[];
  /** Undefined where they are not written out at the call. */
  args: string[] | undefined;
}

/** Every `because(code, args)` below plugin/ of `root`, by the compiler's syntax tree. */
export function becauseCalls(root: string): BecauseCall[] {
  const compiler = new API({ cwd: root });
  try {
    const [project] = compiler.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] }).getProjects();
    if (project === undefined) throw new Error(`no project at ${root}`);
    const files = project.rootFiles.filter((path) => relative(root, path).startsWith('plugin'));
    const found: BecauseCall[] = [];
    for (const path of files) {
      const visit = (node: Node): void => {
        if (isCallExpression(node) && node.expression.getText() === 'because') {
          const [code, args] = node.arguments;
          found.push({ at: relative(root, path), codes: literals(code), args: namesOf(args) });
        }
        node.forEachChild(visit);
      };
      project.program.getSourceFile(path)?.forEachChild(visit);
    }
    return found;
  } finally {
    compiler.close();
  }
}

/** `'a'` and both branches of `x ? 'a' : 'b'`; not the strings of the condition. */
function literals(node: Node | undefined): string[] {
  if (node === undefined) return [];
  if (isStringLiteral(node)) return [node.text];
  if (node.kind !== SyntaxKind.ConditionalExpression) return [];
  const { whenTrue, whenFalse } = node as Node & { whenTrue: Node; whenFalse: Node };
  return [...literals(whenTrue), ...literals(whenFalse)];
}

function namesOf(node: Node | undefined): string[] | undefined {
  if (node === undefined) return [];
  if (!isObjectLiteralExpression(node)) return undefined;
  const names = node.properties.map((property) =>
    isPropertyAssignment(property) || isShorthandPropertyAssignment(property) ? property.name.getText() : '',
  );
  return names.includes('') ? undefined : names;
}
