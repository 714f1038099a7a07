import type { Declared } from "../../declared.ts";
import type { Entity } from "../../entity.ts";
import { busy, refuse, type Refusal } from "../../refusal.ts";
import type { Text } from "../../text.ts";
import { checksOf, rangeConstraints, uniqueIndexes } from "../database/schema.ts";
import { Replan } from "./wanted.ts";

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
  const describe = (language: 0 | 1): string =>
    words
      .map((word) => (isSign(word) ? ` ${word === "-" ? "−" : word} ` : (e.fields[word]?.label[language] ?? word)))
      .join(words.some(isSign) ? "" : " ");
  return [describe(0), describe(1)];
};

/** A broken check in the words of the fields it is about; how the database calls it stays in the house. */
function brokenCheck(e: Entity, constraint: string): Refusal {
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
function duplicate(e: Entity, constraint: string): Refusal {
  const uniqueIndex = uniqueIndexes(e).get(constraint);
  const labels = (uniqueIndex?.fields ?? []).map((key): Text => e.fields[key]?.label ?? [key, key]);
  const text: Text = uniqueIndex?.text ?? [
    `${labels.map((l) => l[0]).join("、") || e.label[0]}已存在`,
    `${labels.map((l) => l[1]).join(", ") || e.label[1]} already exists`,
  ];
  const code = uniqueIndex?.code ?? "DATA_DUPLICATE";
  const path = uniqueIndex?.fields.at(-1);
  return refuse(code, text[0], text[1], path ? { fieldErrors: [{ path, code, text }] } : {});
}

/** Spans of days that overlap. */
function overlapping(e: Entity, constraint: string): Refusal {
  const rangeConstraint = rangeConstraints(e).get(constraint);
  const [cn, en] = rangeConstraint?.text ?? [`${e.label[0]}的有效期重叠`, `Validities of ${e.label[1]} overlap`];
  const code = rangeConstraint?.code ?? "DATA_OVERLAP";
  return refuse(code, cn, en, rangeConstraint ? { fieldErrors: [{ path: rangeConstraint.from, code, text: [cn, en] }] } : {});
}

/** Two actions waited for each other, or one moved what the other had read: it is tried again. */
export const isPassing = (error: unknown): boolean => ["40P01", "40001"].includes((error as { code?: string }).code ?? "");

/** Who waited in vain is told so. */
export function asBusy(error: unknown): unknown {
  const waits = ["55P03", "57014", "40P01", "40001"].includes((error as { code?: string }).code ?? "") || error instanceof Replan;
  return waits ? busy() : error;
}

/** A broken constraint in the words of the declaration it came from. */
export function explained(declared: Declared, error: unknown, asked: Entity): unknown {
  const {
    code,
    constraint = "",
    table = "",
    detail = "",
  } = error as { code?: string; constraint?: string; table?: string; detail?: string };
  const e = declared.entities.get(table) ?? asked;
  if (code === "23505") return duplicate(e, constraint);
  if (code === "23P01") return overlapping(e, constraint);
  if (code === "23503" && detail.includes("is not present"))
    return refuse("DATA_NOT_FOUND", `${e.label[0]}引用的数据已不存在`, `What ${e.label[1]} refers to no longer exists`);
  if (code === "23503")
    return refuse("DATA_IN_USE", `${e.label[0]}仍引用该数据，不能删除`, `Still referred to by ${e.label[1]}, cannot be deleted`);
  if (code === "22003") return refuse("TABLE_RANGE", "数值超出可存储的范围", "A number is too large to be stored");
  if (code === "23514") return brokenCheck(e, constraint);
  return asBusy(error);
}
