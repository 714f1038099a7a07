import type { Entity } from "../entity.ts";
import { refuse, type Refusal } from "../refusal.ts";
import type { Text } from "../text.ts";
import { checksOf, rangeConstraints, uniqueIndexes } from "./schema.ts";

const compared: Readonly<Record<string, Text>> = {
  "<=": ["不能大于", "must not be greater than"],
  ">=": ["不能小于", "must not be less than"],
  "<": ["须小于", "must be less than"],
  ">": ["须大于", "must be greater than"],
  "=": ["须等于", "must equal"],
  "<>": ["不能等于", "must not equal"],
  in: ["只能是", "must be one of"],
};

const isSign = (word: string): boolean => word === "+" || word === "-";
const fieldsIn = (e: Entity, side: string | number): string[] =>
  String(side)
    .split(" ")
    .filter((word) => word in e.fields);

/** "a + b" with the fields by the names people know. */
const saidBy = (e: Entity, side: string | number): Text => {
  const words = String(side).split(" ");
  const said = (language: 0 | 1): string =>
    words
      .map((word) => (isSign(word) ? ` ${word === "-" ? "−" : word} ` : (e.fields[word]?.label[language] ?? word)))
      .join(words.some(isSign) ? "" : " ");
  return [said(0), said(1)];
};

/** A broken check in the words of the fields it is about; how the database calls it stays in the house. */
export function brokenCheck(e: Entity, constraint: string): Refusal {
  const check = checksOf(e).get(constraint);
  if (!check)
    return refuse(
      "DATA_CHECK",
      `${e.label[0]}的数值互相矛盾，请检查后重试`,
      `The figures of ${e.label[1]} contradict each other. Check them and try again`,
    );
  const [left, right] = [saidBy(e, check.left), saidBy(e, check.right)];
  const word = compared[check.op] ?? ["与之不符", "does not fit"];
  const text: Text = [`${e.label[0]}：${left[0]}${word[0]}${right[0]}`, `${e.label[1]}: ${left[1]} ${word[1]} ${right[1]}`];
  const path = fieldsIn(e, check.left)[0] ?? fieldsIn(e, check.right)[0];
  return refuse("DATA_CHECK", text[0], text[1], path ? { fieldErrors: [{ path, code: "DATA_CHECK", text }] } : {});
}

/** A unique key that another row has. */
export function duplicate(e: Entity, constraint: string): Refusal {
  const one = uniqueIndexes(e).get(constraint);
  const labels = (one?.fields ?? []).map((key): Text => e.fields[key]?.label ?? [key, key]);
  const text: Text = one?.text ?? [
    `${labels.map((l) => l[0]).join("、") || e.label[0]}已存在`,
    `${labels.map((l) => l[1]).join(", ") || e.label[1]} already exists`,
  ];
  const code = one?.code ?? "DATA_DUPLICATE";
  const path = one?.fields.at(-1);
  return refuse(code, text[0], text[1], path ? { fieldErrors: [{ path, code, text }] } : {});
}

/** Spans of days that overlap. */
export function overlapping(e: Entity, constraint: string): Refusal {
  const one = rangeConstraints(e).get(constraint);
  const [cn, en] = one?.text ?? [`${e.label[0]}的有效期重叠`, `Validities of ${e.label[1]} overlap`];
  const code = one?.code ?? "DATA_OVERLAP";
  return refuse(code, cn, en, one ? { fieldErrors: [{ path: one.from, code, text: [cn, en] }] } : {});
}
