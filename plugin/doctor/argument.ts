/** The value of `--flag value` or `--flag=value`; undefined where the flag is not there. */
export function argumentOf(args: readonly string[], flag: string): string | undefined {
  const at = args.indexOf(flag);
  if (at >= 0) return args[at + 1];
  return args.find((arg) => arg.startsWith(`${flag}=`))?.slice(flag.length + 1);
}
