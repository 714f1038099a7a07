import { useState } from "react";
import type { ReactNode } from "react";
import type { Action, Entity } from "../../../entity.ts";
import type { Viewer } from "../../../page-action.ts";
import { bulkInput, bulkOffersOf, mayDelete } from "../../../page-action.ts";
import type { Row } from "../../../page-document.ts";
import { stateOf } from "../../../page.ts";
import type { Text } from "../../../text.ts";
import { useText } from "../../language.ts";
import { confirm, toast } from "../../message.ts";
import type { Button, Picked, RowAnswer } from "../../table/types.ts";
import { askedBy } from "../action/asks.ts";
import { BulkTrial, InputDialog } from "../action/dialogs.ts";
import { entityCall } from "../entityCall.ts";
import type { BatchAnswer } from "../entityCall.ts";
import { useShown } from "../shown.ts";
import { titleNow } from "../title.ts";

interface Asking {
  readonly action: Action;
  readonly count: number;
  answer(input: Row | null): void;
}

/** An action tried on the chosen rows before it is done. */
interface Trying {
  readonly name: string;
  readonly action: Action;
  readonly rows: readonly Row[];
  readonly input: Row;
  answer(ids: readonly string[] | null): void;
}

type Answers = readonly RowAnswer[] | void;

const rowsText = (n: number): Text => [`${n} 行`, `${n} row${n > 1 ? "s" : ""}`];
const deleteText: Text = ["删除", "Delete"];
const tooWide: Text = ["按筛选全选的行请先导出，操作一次最多 500 行", "Up to 500 rows at a time. All filtered rows can only be exported"];

/** Sends one action for many rows; a question of the rules is asked once for all of them. */
async function send(
  entity: Entity,
  name: string,
  action: Action,
  body: Row,
  confirmed: readonly string[] = [],
): Promise<readonly BatchAnswer[]> {
  try {
    return await entityCall.actMany(entity, name, { ...body, ...(confirmed.length > 0 ? { confirmed } : {}) });
  } catch (error) {
    const asks = askedBy(error);
    if (asks.length === 0) {
      toast.error(error);
      return [];
    }
    const title: Text = [`仍要${action.label[0]}吗？`, `${action.label[1]} anyway?`];
    const yes = await confirm({ title, text: asks.map((note) => note.msg).join("\n"), confirm: action.label });
    return yes ? send(entity, name, action, body, [...confirmed, ...asks.map((note) => note.code)]) : [];
  }
}

/** Tells what came of it; rows that were refused keep their reason on screen. */
function report(label: Text, answers: readonly BatchAnswer[]): readonly RowAnswer[] {
  const bad = answers.filter((answer) => answer.status === "E").length;
  const good = answers.length - bad;
  const partly: Text = [
    `${label[0]}：${good} 行完成，${bad} 行没有，原因见行上`,
    `${label[1]}: ${good} done, ${bad} refused, see the rows`,
  ];
  if (bad > 0) toast.warning(partly);
  else if (good > 0) toast.success([`已${label[0]} ${good} 行`, `${label[1]}: ${good} done`]);
  return answers.map(({ id, ...rest }) => ({ key: id, ...rest }));
}

const agreed = (action: Action, count: number): Promise<boolean> => {
  const [cn, en] = rowsText(count);
  if (action.confirm === undefined) return Promise.resolve(true);
  return confirm({
    title: [`${action.label[0]} ${cn}？`, `${action.label[1]} ${en}?`],
    text: action.confirm ?? "",
    confirm: action.label,
  });
};

async function removeMany(entity: Entity, { keys, rows }: Picked): Promise<Answers> {
  const [cn, en] = rowsText(rows.length);
  if (!(await confirm({ title: [`删除 ${cn}${entity.label[0]}？`, `Delete ${en}?`], confirm: deleteText, danger: true }))) return;
  try {
    await entityCall.removeMany(entity, keys);
    return report(
      deleteText,
      keys.map((id) => ({ id, status: "S" })),
    );
  } catch (error) {
    toast.error(error);
  }
}

const named = 5;

/** Why not, row by row: how many do not fit, and of the first of them what they are and how they stand. */
function whyUnfit(entity: Entity, unfit: readonly Row[], total: number): readonly Text[] {
  if (unfit.length === 0) return [];
  const states = (entity.states ?? {}) as Readonly<Record<string, readonly [cn: string, en: string, tone?: string]>>;
  const entry = (row: Row): Text => {
    const name = titleNow(entity, row).main;
    const state = states[stateOf(entity, row)];
    return state ? [`${name}：${state[0]}`, `${name}: ${state[1]}`] : [name, name];
  };
  const rest = unfit.length - named;
  return [
    [`${total} 行中有 ${unfit.length} 行不适用`, `Not possible for ${unfit.length} of ${total} rows`],
    ...unfit.slice(0, named).map(entry),
    ...(rest > 0 ? [[`另有 ${rest} 行`, `${rest} more`] as const] : []),
  ];
}

/** Actions over many rows: valid for every selected row or grey with how many are not, answered row by row. */
export function useBulk(
  entity: Entity,
  viewer: Viewer,
  picked: readonly Row[],
  after: () => void,
): { readonly buttons: readonly Button[]; readonly dialogs: ReactNode } {
  const say = useText();
  const shown = useShown();
  const [asking, setAsking] = useState<Asking | null>(null);
  const [trying, setTrying] = useState<Trying | null>(null);
  const ask = (action: Action, count: number): Promise<Row | null> =>
    new Promise((resolve) => setAsking({ action, count, answer: (input) => (setAsking(null), resolve(input)) }));
  const attempt = (name: string, action: Action, rows: readonly Row[], input: Row): Promise<readonly string[] | null> =>
    new Promise((resolve) => setTrying({ name, action, rows, input, answer: (ids) => (setTrying(null), resolve(ids)) }));
  const press = async (name: string, whole: Action, chosen: Picked): Promise<Answers> => {
    if (chosen.filter !== null) return toast.warning(tooWide);
    const action = { ...whole, input: bulkInput(whole) };
    const asks = Object.keys(action.input).length > 0;
    const input = asks ? await ask(action, chosen.rows.length) : (await agreed(action, chosen.rows.length)) ? {} : null;
    if (input === null) return;
    // what cannot be taken back is shown first and can be left at that
    const ids = action.tone === "danger" ? await attempt(name, action, chosen.rows, input) : chosen.keys;
    if (ids === null) return;
    const answers = report(action.label, await send(entity, name, action, { ids, ...input }));
    after();
    return answers;
  };
  const remove = async (chosen: Picked): Promise<Answers> => {
    const answers = await removeMany(entity, chosen);
    after();
    return answers;
  };
  const undeletable = picked.filter((row) => !mayDelete(entity, row, viewer));
  const deletable = picked.length - undeletable.length;
  const actions = bulkOffersOf(entity, picked, viewer).map(({ name, action, fits, total, unfit }): Button => ({
    label: action.label,
    needSelection: "many",
    primary: action.tone === "primary" && fits === total,
    danger: action.tone === "danger",
    handler: (chosen) => press(name, action, chosen),
    disabled: () => whyUnfit(entity, unfit, total),
  }));
  const removal: Button = {
    label: deleteText,
    needSelection: "many",
    danger: true,
    handler: remove,
    disabled: () => whyUnfit(entity, undeletable, picked.length),
  };
  const dialogs =
    trying && shown ? (
      <BulkTrial {...trying} entity={entity} done={trying.answer} />
    ) : asking && shown ? (
      <InputDialog
        action={asking.action}
        subject={say(rowsText(asking.count))}
        busy={false}
        errors={[]}
        cancel={() => asking.answer(null)}
        send={asking.answer}
      />
    ) : null;
  return { buttons: deletable > 0 ? [...actions, removal] : actions, dialogs };
}
