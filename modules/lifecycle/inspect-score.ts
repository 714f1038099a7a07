import { add, cmp, div, isZero, mul, sub, sum, trim } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";

/** Who judges which sections and how much the judgement counts there; no section named means all of them. */
export interface Judge {
  readonly userId: string;
  readonly sections: string | null;
  readonly weight: string;
}

/** What is judged: at most `maxScore` points, and its share of the whole. */
export interface Judged {
  readonly id: string;
  readonly section: string;
  readonly maxScore: string;
  readonly weight: string;
  readonly vetoFlag: string;
}

/** One judgement of one person; no score and no "does not apply" means not judged yet. */
export interface Mark {
  readonly userId: string;
  readonly itemId: string;
  readonly score: string | null;
  readonly naFlag: string;
}

export interface ItemTotal {
  readonly itemId: string;
  /** Points in the mean, four digits; null where it applies to nobody. */
  readonly score: string | null;
  /** Percent of the possible points, two digits. */
  readonly rate: string | null;
}

export interface Totals {
  readonly items: readonly ItemTotal[];
  readonly sections: readonly { readonly section: string; readonly rate: string | null; readonly weight: string }[];
  /** Out of a hundred, two digits; null while nothing counts. */
  readonly total: string | null;
  /** A veto item nobody gave a point for. */
  readonly vetoed: boolean;
}

export interface Fault {
  readonly section: string;
  readonly sum: string;
}

/** The sections a judge's line names, however they are parted. */
export const sectionsOf = (sections: string | null): readonly string[] =>
  (sections ?? "")
    .split(/[,，、;；\n]/)
    .map((part) => part.trim())
    .filter(Boolean);

const covers = (judge: Judge, section: string): boolean => {
  const named = sectionsOf(judge.sections);
  return named.length === 0 || named.includes(section.trim());
};

export const judgesOf = (judges: readonly Judge[], section: string): readonly Judge[] => judges.filter((judge) => covers(judge, section));

export const sectionsIn = (items: readonly { readonly section: string }[]): readonly string[] => [
  ...new Set(items.map((entry) => entry.section.trim())),
];

/** Sections whose judges' weights do not make a hundred, and the items if theirs do not; the items are called "". */
export function weightFaults(judges: readonly Judge[], items: readonly Judged[]): readonly Fault[] {
  const wrong = (section: string, weights: readonly string[]): Fault[] => {
    const total = sum(weights);
    return cmp(total, "100") === 0 ? [] : [{ section, sum: trim(total) }];
  };
  return [
    ...sectionsIn(items).flatMap((section) =>
      wrong(
        section,
        judgesOf(judges, section).map((judge) => judge.weight),
      ),
    ),
    ...wrong(
      "",
      items.map((judged) => judged.weight),
    ),
  ];
}

export const weightRefusal = ({ section, sum: total }: Fault): Refusal =>
  section === ""
    ? refuse("SLC_INS_001", `评分项权重合计${total}%，应为100%`, `Weights of the score items total ${total}%`)
    : refuse("SLC_INS_001", `${section}权重合计${total}%，应为100%`, `Weights of ${section} total ${total}%`);

/** A number as numerator and denominator, so that a third stays a third until the very end. */
interface Fraction {
  readonly n: string;
  readonly d: string;
}

const plus = (a: Fraction, b: Fraction): Fraction =>
  a.d === b.d ? { n: add(a.n, b.n), d: a.d } : { n: add(mul(a.n, b.d), mul(b.n, a.d)), d: mul(a.d, b.d) };
const nothing: Fraction = { n: "0", d: "1" };

/** The mean of those who judged it, each counting by weight; null where it applies to none of them. */
function meanOf(item: Judged, judges: readonly Judge[], marks: readonly Mark[]): Fraction | null {
  const counted = judgesOf(judges, item.section).flatMap((judge) => {
    const mark = marks.find((candidate) => candidate.userId === judge.userId && candidate.itemId === item.id);
    return mark && mark.naFlag !== "Y" && mark.score !== null ? [{ weight: judge.weight, score: mark.score }] : [];
  });
  const weight = sum(counted.map((entry) => entry.weight));
  return isZero(weight) ? null : { n: sum(counted.map((entry) => mul(entry.score, entry.weight))), d: weight };
}

/** Σ(rate × weight) ÷ Σ weight over the items that apply, in percent. */
function percentOf(rated: readonly { readonly item: Judged; readonly mean: Fraction | null }[]): string | null {
  const applying = rated.filter((candidate) => candidate.mean !== null);
  const weight = sum(applying.map((entry) => entry.item.weight));
  if (isZero(weight)) return null;
  const { n, d } = applying.reduce(
    (so, { item, mean }) => plus(so, { n: mul(mean!.n, item.weight), d: mul(mean!.d, item.maxScore) }),
    nothing,
  );
  return div(mul(n, "100"), mul(d, weight), 2);
}

/** All figures of an inspection from its sheets. Nothing is rounded on the way: two digits, half up, at the end. */
export function totalsOf(items: readonly Judged[], judges: readonly Judge[], marks: readonly Mark[]): Totals {
  const rated = items.map((item) => ({ item, mean: meanOf(item, judges, marks) }));
  return {
    items: rated.map(({ item, mean }) => ({
      itemId: item.id,
      score: mean && div(mean.n, mean.d, 4),
      rate: mean && div(mul(mean.n, "100"), mul(mean.d, item.maxScore), 2),
    })),
    sections: sectionsIn(items).map((section) => {
      const own = rated.filter((candidate) => candidate.item.section.trim() === section);
      return { section, rate: percentOf(own), weight: trim(sum(own.map((entry) => entry.item.weight))) };
    }),
    total: percentOf(rated),
    vetoed: rated.some(({ item, mean }) => item.vetoFlag === "Y" && mean !== null && isZero(mean.n)),
  };
}

export type Result = "PASS" | "CONDITIONAL" | "FAIL";

/** How far below the line a concession reaches. */
const window = "10";

/** What the figures and the findings come to; null while there is no total. */
export function resultOf(shape: {
  readonly total: string | null;
  readonly vetoed: boolean;
  readonly passScore: string;
  readonly allowConcession: string;
  readonly levels: readonly string[];
}): Result | null {
  const { total, vetoed, passScore, allowConcession, levels } = shape;
  if (vetoed) return "FAIL";
  if (total === null) return null;
  if (cmp(total, passScore) >= 0) return levels.some(isGrave) ? "CONDITIONAL" : "PASS";
  return allowConcession === "Y" && cmp(total, sub(passScore, window)) >= 0 ? "CONDITIONAL" : "FAIL";
}

/** A finding that has to be put right before an inspection ends. */
export const isGrave = (level: string): boolean => level === "CRITICAL" || level === "MAJOR";

/** Must this score be explained? Below sixty percent of what was possible. */
export const needsComment = (score: string, maxScore: string): boolean => cmp(mul(score, "100"), mul(maxScore, "60")) < 0;

/** One person's own total over what applies, for the person's own sheet. */
export const ownTotal = (
  lines: readonly {
    readonly score: string | null;
    readonly naFlag: string;
    readonly maxScore: string;
    readonly itemWeight: string;
    readonly itemId: string;
  }[],
): string | null =>
  totalsOf(
    lines.map((line) => ({ id: line.itemId, section: "", maxScore: line.maxScore, weight: line.itemWeight, vetoFlag: "N" })),
    [{ userId: "", sections: null, weight: "100" }],
    lines.map((line) => ({ userId: "", itemId: line.itemId, score: line.score, naFlag: line.naFlag })),
  ).total;
