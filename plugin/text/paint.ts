import { styleText } from 'node:util';

/** How text is written: for a terminal or into a file. */
export interface TextOptions {
  colour: boolean;
  /** Columns of the terminal; absent when piped, and then no line is ever wrapped. */
  width?: number;
}

/** How a cell or line is meant; text makes a colour of it, HTML a class. */
export type Tone = 'good' | 'bad' | 'warn' | 'dim' | 'plain';

export type Paint = (tone: Tone | 'head', text: string) => string;

const styles = {
  good: 'green',
  bad: 'red',
  warn: 'yellow',
  dim: 'dim',
  head: 'bold',
} as const satisfies Record<Exclude<Tone, 'plain'> | 'head', Parameters<typeof styleText>[0]>;

/** Colours when asked, whatever the stream or environment: both are main's to know. */
export function painter(colour: boolean): Paint {
  return (tone, text) =>
    !colour || tone === 'plain' || text === ''
      ? text
      : styleText(styles[tone], text, { validateStream: false });
}
