import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import {
  isArrayLiteralExpression,
  isAwaitExpression,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isExpressionStatement,
  isIfStatement,
  isNumericLiteral,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
} from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/sync';

/** One change of the source that a test should notice. */
export interface Fault {
  /** From the root, with `/`. */
  file: string;
  line: number;
  /** The function around it, or the top-level name. */
  within: string;
  kind: FaultKind;
  start: number;
  end: number;
  before: string;
  after: string;
}

export type FaultKind =
  | 'comparison turned'
  | 'condition negated'
  | 'operand dropped'
  | 'precondition dropped'
  | 'number changed'
  | 'exit changed'
  | 'step left out'
  | 'filter dropped'
  | 'early return dropped'
  | 'fallback taken';

const turned: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
};

/** Every fault of these files, in the order of files and places: the same tree, the same list. */
export function faultsOf(root: string, files: readonly string[]): Fault[] {
  const compiler = new API({ cwd: root });
  try {
    const [project] = compiler.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] }).getProjects();
    return [...files].sort().flatMap((file) => {
      const source = project?.program.getSourceFile(join(root, file));
      if (source === undefined) throw new Error(`the compiler does not know ${file}`);
      return inSource(file, readFileSync(join(root, file), 'utf8'), source);
    });
  } finally {
    compiler.close();
  }
}

function inSource(file: string, text: string, source: Node): Fault[] {
  const found: Fault[] = [];
  const visit = (node: Node, within: string): void => {
    const name = nameOf(node) ?? within;
    for (const { kind, at, after } of changes(node)) {
      const start = at.getStart();
      const before = text.slice(start, at.end);
      const line = text.slice(0, start).split('\n').length;
      if (before !== after) found.push({ file, line, within: name, kind, start, end: at.end, before, after });
    }
    node.forEachChild((child) => visit(child, name));
  };
  source.forEachChild((node) => visit(node, ''));
  return found;
}

interface Change {
  kind: FaultKind;
  /** What is replaced. */
  at: Node;
  after: string;
}

function changes(node: Node): Change[] {
  if (isBinaryExpression(node)) return ofBinary(node);
  if (isPropertyAssignment(node) && node.name.getText() === 'exit' && isNumericLiteral(node.initializer)) {
    const after = node.initializer.getText() === '0' ? '1' : '0';
    return [{ kind: 'exit changed', at: node.initializer, after }];
  }
  if (isNumericLiteral(node) && node.parent.kind !== SyntaxKind.LiteralType && !isExit(node.parent)) {
    return [{ kind: 'number changed', at: node, after: `${node.getText()} + 1` }];
  }
  if (isIfStatement(node)) return ofIf(node);
  if (isConditionalExpression(node)) {
    return [{ kind: 'condition negated', at: node.condition, after: `!(${node.condition.getText()})` }];
  }
  if (isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken) {
    return [{ kind: 'condition negated', at: node, after: node.operand.getText() }];
  }
  if (isExpressionStatement(node)) return ofStatement(node);
  if (isArrayLiteralExpression(node) && node.elements.length > 1) {
    return node.elements.map((element) => ({
      kind: 'step left out' as const,
      at: element,
      after: element.getText().startsWith('...') ? '...[]' : '...([] as never[])',
    }));
  }
  if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression;
    if (name.getText() === 'filter')
      return [{ kind: 'filter dropped', at: node, after: expression.getText() }];
    const other = { every: 'some', some: 'every' }[name.getText()];
    if (other !== undefined) return [{ kind: 'comparison turned', at: name, after: other }];
  }
  return [];
}

function isExit(parent: Node): boolean {
  return isPropertyAssignment(parent) && parent.name.getText() === 'exit';
}

function ofBinary(node: Node & { left: Node; right: Node; operatorToken: Node }): Change[] {
  const operator = node.operatorToken.getText();
  if (operator === '&&' || operator === '||') {
    return [
      { kind: 'operand dropped', at: node, after: node.left.getText() },
      { kind: 'operand dropped', at: node, after: node.right.getText() },
    ];
  }
  if (operator === '??') return [{ kind: 'fallback taken', at: node, after: node.right.getText() }];
  const after = turned[operator];
  return after === undefined ? [] : [{ kind: 'comparison turned', at: node.operatorToken, after }];
}

function ofIf(node: Node & { expression: Node; thenStatement: Node; elseStatement?: Node }): Change[] {
  const negated: Change = {
    kind: 'condition negated',
    at: node.expression,
    after: `!(${node.expression.getText()})`,
  };
  const { thenStatement: then } = node;
  const leaves =
    isReturnStatement(then) ||
    then.kind === SyntaxKind.ThrowStatement ||
    then.kind === SyntaxKind.ContinueStatement;
  return leaves && node.elseStatement === undefined
    ? [negated, { kind: 'early return dropped', at: node, after: '' }]
    : [negated];
}

/** A call whose result nobody takes is there for what it refuses or does. */
function ofStatement(node: Node & { expression: Node }): Change[] {
  const inner = isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
  return isCallExpression(inner) && isBlock(node.parent)
    ? [{ kind: 'precondition dropped', at: node, after: ';' }]
    : [];
}

function nameOf(node: Node): string | undefined {
  const named = [
    SyntaxKind.FunctionDeclaration,
    SyntaxKind.VariableDeclaration,
    SyntaxKind.MethodDeclaration,
  ];
  const { name } = node as Node & { name?: Node };
  return named.includes(node.kind) && name !== undefined ? name.getText() : undefined;
}
