import type { Form } from './flag-row.ts';

/** What each form accepts, and how to say it. */
export const forms: Readonly<Record<Form, { match: RegExp; expects: string }>> = {
  name: {
    match: /^(?=.{1,253}$)[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/,
    expects: 'a Kubernetes name: lower case letters, digits, - and .',
  },
  selector: { match: /^[-\w./=!,() ]{1,1000}$/, expects: 'a label selector, as app=operator' },
  revisions: {
    match: /^(?!-)[^\s:]+?\.\.(?![.-])[^\s:]+$/,
    expects: 'two revisions, as main..HEAD',
  },
  report: {
    match: /\.(json|md|xml|html|txt)$/,
    expects: 'a file that ends in .json, .md, .xml, .html or .txt',
  },
};
