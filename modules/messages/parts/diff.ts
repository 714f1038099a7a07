/** One line of a comparison: in both, only in the older, only in the newer. */
export interface DiffLine {
  readonly sign: "=" | "-" | "+";
  readonly text: string;
}

const linesOf = (text: string): readonly string[] =>
  text === ""
    ? []
    : text
        .replace(/(<\/(?:p|li|h\d|tr|div|ul|ol)>)/g, "$1\n")
        .split("\n")
        .filter((line, at, all) => line !== "" || at < all.length - 1);

/** Compares two texts line by line, keeping the longest common run of lines. */
export function diffLines(older: string, newer: string): readonly DiffLine[] {
  const [a, b] = [linesOf(older), linesOf(newer)];
  const common: number[][] = Array.from({ length: a.length + 1 }, () => Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i]![j] = a[i] === b[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ sign: "=", text: a[i]! });
      i++;
      j++;
    } else if (i < a.length && (j === b.length || common[i + 1]![j]! >= common[i]![j + 1]!)) lines.push({ sign: "-", text: a[i++]! });
    else lines.push({ sign: "+", text: b[j++]! });
  }
  return lines;
}
