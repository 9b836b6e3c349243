import type { ReasonCode, ReasonRow, reasons } from '../model/reasons.ts';

/** The reason codes about one thing, so that each file of words must name exactly those. */
export type AboutCode<About extends ReasonRow['about']> = {
  [Code in ReasonCode]: (typeof reasons)[Code]['about'] extends About ? Code : never;
}[ReasonCode];
