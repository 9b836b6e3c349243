import { plan as fromFiles } from '../../plugin/commands/plan.ts';
import { runSecondFile } from './second-file.js';

const withTools = runSecondFile('a plan with a chart or Git revisions');

/** Where neither helm nor git is, the libraries to call them need not be. */
export function plan(options, io) {
  return options.chart === undefined && options.git === undefined
    ? fromFiles(options, io)
    : withTools(options, io);
}
