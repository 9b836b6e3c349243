import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import {
  isAwaitExpression,
  isCallExpression,
  isEnumDeclaration,
  isExportAssignment,
  isExportDeclaration,
  isForOfStatement,
  isIdentifier,
  isNewExpression,
  isPropertyAccessExpression,
  isStringLiteral,
  isTypeReferenceNode,
} from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/sync';

/** What the architecture rules look at in one file, by the compiler's own syntax tree: comments and strings don't count. */
export interface SourceFacts {
  /** From the project's root, with `/`. */
  file: string;
  lines: number;
  /** Modules named by any import, export or type: files from the root, packages and `node:` modules as written. */
  imports: string[];
  /** Uses of `async`, `await` or `Promise`. */
  asyncUses: number;
  /** Identifiers and dotted pairs in use: `process`, `Date.now`, `new Date()` (without argument). */
  names: Set<string>;
  enums: number;
  defaultExports: number;
  reExports: number;
}

/** Facts of every TypeScript file that the tsconfig at `root` includes. */
export function sourceFacts(root: string): SourceFacts[] {
  const compiler = new API({ cwd: root });
  try {
    const [project] = compiler.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] }).getProjects();
    if (project === undefined) throw new Error(`no project at ${root}`);
    return project.rootFiles.map((path) => {
      const source = project.program.getSourceFile(path);
      if (source === undefined) throw new Error(`the compiler does not know ${path}`);
      return factsOf(source, path, root);
    });
  } finally {
    compiler.close();
  }
}

function factsOf(source: SourceFile, path: string, root: string): SourceFacts {
  const facts: SourceFacts = {
    file: slashed(relative(root, path)),
    lines: readFileSync(path, 'utf8').trimEnd().split('\n').length,
    imports: source.imports.flatMap((node) =>
      isStringLiteral(node) ? [resolved(node.text, path, root)] : [],
    ),
    asyncUses: 0,
    names: new Set(),
    enums: 0,
    defaultExports: 0,
    reExports: 0,
  };
  const visit = (node: Node): void => {
    note(node, facts);
    node.forEachChild(visit);
  };
  source.forEachChild(visit);
  return facts;
}

function note(node: Node, facts: SourceFacts): void {
  if (node.kind === SyntaxKind.AsyncKeyword || isAwaitExpression(node)) facts.asyncUses += 1;
  if (isForOfStatement(node) && node.awaitModifier !== undefined) facts.asyncUses += 1;
  if (isTypeReferenceNode(node) && node.typeName.getText() === 'Promise') facts.asyncUses += 1;
  if (node.kind === SyntaxKind.DefaultKeyword && node.parent.kind !== SyntaxKind.DefaultClause)
    facts.defaultExports += 1;
  if (isExportAssignment(node)) facts.defaultExports += 1;
  if (isEnumDeclaration(node)) facts.enums += 1;
  if (isExportDeclaration(node) && node.moduleSpecifier !== undefined) facts.reExports += 1;
  if (isNewExpression(node) && node.expression.getText() === 'Date' && (node.arguments ?? []).length === 0) {
    facts.names.add('new Date()');
  }
  if (isCallExpression(node) && node.expression.getText() === 'Date') facts.names.add('Date()');
  if (isPropertyAccessExpression(node)) facts.names.add(node.getText().replaceAll(/\s|\?/g, ''));
  if (isIdentifier(node) && !isMember(node)) facts.names.add(node.text);
}

/** The `b` of `a.b`, of `{ b: 1 }` and of an interface's `b: string` names nothing outside. */
function isMember(node: Node): boolean {
  const parent = node.parent as Node & { name?: Node; questionDotToken?: Node };
  const named = [
    SyntaxKind.PropertyAccessExpression,
    SyntaxKind.PropertyAssignment,
    SyntaxKind.PropertySignature,
    SyntaxKind.PropertyDeclaration,
    SyntaxKind.MethodSignature,
    SyntaxKind.MethodDeclaration,
  ];
  return named.includes(parent.kind) && parent.name === node;
}

function resolved(specifier: string, from: string, root: string): string {
  return specifier.startsWith('.') ? slashed(relative(root, join(dirname(from), specifier))) : specifier;
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/');
}
