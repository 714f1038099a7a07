import { attribute, local, parse } from "./parse.ts";

interface Level {
  start: number;
  format: string;
  pattern: string;
}
interface Style {
  num: string | null;
  level: number;
  outline: number | null;
}

const digits = "〇一二三四五六七八九";
const legal = "零壹贰叁肆伍陆柒捌玖";

/** A number in Chinese as clauses are counted: 十二, 一百零三. */
function chinese(n: number, signs = digits, tens: readonly string[] = ["", "十", "百", "千"]): string {
  if (n <= 0 || n > 9999) return String(n);
  const figures = [...String(n)].map(Number);
  const words = figures.map((figure, i) => (figure === 0 ? "零" : signs[figure]! + tens[figures.length - 1 - i]!)).join("");
  const short = words.replace(/零+/g, "零").replace(/零$/, "");
  return signs === digits ? short.replace(/^一十/, "十") : short;
}

function roman(n: number): string {
  const steps: readonly (readonly [number, string])[] = [
    ...([
      [1000, "M"],
      [900, "CM"],
      [500, "D"],
      [400, "CD"],
      [100, "C"],
      [90, "XC"],
      [50, "L"],
      [40, "XL"],
    ] as const),
    ...([
      [10, "X"],
      [9, "IX"],
      [5, "V"],
      [4, "IV"],
      [1, "I"],
    ] as const),
  ];
  let [rest, text] = [Math.min(n, 3999), ""];
  for (const [value, sign] of steps) for (; rest >= value; rest -= value) text += sign;
  return text;
}

const letter = (n: number): string => String.fromCodePoint(65 + ((n - 1) % 26)).repeat(Math.ceil(n / 26));

/** A count in the form a level writes it. */
export function counted(format: string, n: number): string {
  if (/^(chineseCounting|chineseCountingThousand|taiwaneseCounting|japaneseCounting|ideographDigital)$/.test(format)) return chinese(n);
  if (format === "chineseLegalSimplified") return chinese(n, legal, ["", "拾", "佰", "仟"]);
  if (format === "upperRoman") return roman(n);
  if (format === "lowerRoman") return roman(n).toLowerCase();
  if (format === "upperLetter") return letter(n);
  if (format === "lowerLetter") return letter(n).toLowerCase();
  if (format === "decimalZero") return String(n).padStart(2, "0");
  return format === "none" ? "" : String(n);
}

/** Counts the clauses as Word does: the numbers are not in the text but follow from its lists. */
export class Numbering {
  readonly styles = new Map<string, Style>();
  readonly #levels = new Map<string, Map<number, Level>>();
  /** Which list a paragraph's list id stands for, with the counts it begins anew. */
  readonly #lists = new Map<string, { abstract: string; starts: Map<number, number> }>();
  readonly #counts = new Map<string, number[]>();
  readonly #begun = new Set<string>();

  constructor(numbering: string | undefined, styles: string | undefined) {
    if (numbering) this.#readLists(numbering);
    if (styles) this.#readStyles(styles);
  }

  /** The number of the next paragraph of a list. */
  next(num: string, level: number): string {
    const list = this.#lists.get(num);
    const levels = this.#levels.get(list?.abstract ?? "");
    const own = levels?.get(level);
    if (!list || !levels || !own) return "";
    const counts = this.#counts.get(list.abstract) ?? [];
    if (!this.#begun.has(num)) for (const [at, start] of list.starts) counts[at] = start - 1;
    this.#begun.add(num);
    counts[level] = (counts[level] ?? own.start - 1) + 1;
    counts.length = level + 1;
    this.#counts.set(list.abstract, counts);
    if (own.format === "bullet") return "•";
    return own.pattern.replace(/%(\d)/g, (_, at: string) => {
      const below = levels.get(Number(at) - 1);
      return counted(below?.format ?? "decimal", counts[Number(at) - 1] ?? below?.start ?? 1);
    });
  }

  #readLists(xml: string): void {
    let [abstract, num, at]: [string, string, number] = ["", "", 0];
    parse(xml, {
      open: (name, given) => {
        const [tag, value] = [local(name), attribute(given, "val") ?? ""];
        if (tag === "abstractNum") this.#levels.set((abstract = attribute(given, "abstractNumId") ?? ""), new Map());
        else if (tag === "num") this.#lists.set((num = attribute(given, "numId") ?? ""), { abstract: "", starts: new Map() });
        else if (tag === "abstractNumId") this.#lists.get(num)!.abstract = value;
        else if (tag === "lvlOverride") at = Number(attribute(given, "ilvl"));
        else if (tag === "startOverride") this.#lists.get(num)!.starts.set(at, Number(value));
        else if (tag === "lvl") {
          at = Number(attribute(given, "ilvl"));
          if (!num) this.#levels.get(abstract)?.set(at, { start: 1, format: "decimal", pattern: "" });
        } else if (!num) this.#levelProperty(this.#levels.get(abstract)?.get(at), tag, value);
      },
      close: () => undefined,
      text: () => undefined,
    });
  }

  #levelProperty(level: Level | undefined, tag: string, value: string): void {
    if (!level) return;
    if (tag === "start") level.start = Number(value);
    else if (tag === "numFmt") level.format = value;
    else if (tag === "lvlText") level.pattern = value;
  }

  #readStyles(xml: string): void {
    let style: Style | null = null;
    const based = new Map<Style, string>();
    parse(xml, {
      open: (name, given) => {
        const [tag, value] = [local(name), attribute(given, "val") ?? ""];
        if (tag === "style") this.styles.set(attribute(given, "styleId") ?? "", (style = { num: null, level: 0, outline: null }));
        else if (!style) return;
        else if (tag === "basedOn") based.set(style, value);
        else if (tag === "numId") style.num = value;
        else if (tag === "ilvl") style.level = Number(value);
        else if (tag === "outlineLvl") style.outline = Number(value);
      },
      close: (name) => {
        if (local(name) === "style") style = null;
      },
      text: () => undefined,
    });
    for (const [entry, of] of based) {
      const above = this.styles.get(of);
      entry.num ??= above?.num ?? null;
      entry.outline ??= above?.outline ?? null;
    }
  }
}
