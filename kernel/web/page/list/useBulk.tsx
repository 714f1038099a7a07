import { useState } from "react";
import type { ReactNode } from "react";
import type { Action, Entity } from "../../../entity.ts";
import type { Viewer } from "../../../page-action.ts";
import { bulkOffersOf, mayDelete } from "../../../page-action.ts";
import type { Row } from "../../../page-document.ts";
import type { Text } from "../../../text.ts";
import { CallError } from "../../call.ts";
import { useText } from "../../language.ts";
import { confirm, toast } from "../../message.ts";
import type { Button, Picked, RowAnswer } from "../../table/types.ts";
import { InputDialog } from "../action/InputDialog.tsx";
import { entityCall } from "../entityCall.ts";
import type { BatchAnswer, Note } from "../entityCall.ts";
import { useShown } from "../shown.ts";

interface Asking {
  readonly name: string;
  readonly count: number;
  answer(input: Row | null): void;
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
  const actions = entity.actions as Readonly<Record<string, Action>>;
  const n = (count: number): Text => [`${count} 行`, `${count} row${count > 1 ? "s" : ""}`];

  const ask = (name: string, count: number): Promise<Row | null> =>
    new Promise((resolve) => setAsking({ name, count, answer: (input) => (setAsking(null), resolve(input)) }));

  const send = async (
    name: string,
    ids: readonly string[],
    input: Row,
    confirmed: readonly string[] = [],
  ): Promise<readonly BatchAnswer[]> => {
    try {
      return await entityCall.actMany(entity, name, { ids, ...input, ...(confirmed.length > 0 ? { confirmed } : {}) });
    } catch (error) {
      const asks =
        error instanceof CallError && error.code === "CONFIRM_NEEDED"
          ? ((error.data as { asks?: readonly Note[] } | null)?.asks ?? [])
          : [];
      const yes =
        asks.length > 0 &&
        (await confirm({
          title: [`仍要${actions[name]!.label[0]}吗？`, `${actions[name]!.label[1]} anyway?`],
          text: asks.map((one) => one.msg).join("\n"),
          confirm: actions[name]!.label,
        }));
      if (yes) return send(name, ids, input, [...confirmed, ...asks.map((one) => one.code)]);
      if (asks.length === 0) toast.error(error);
      return [];
    }
  };

  const finish = (label: Text, answers: readonly BatchAnswer[]): readonly RowAnswer[] => {
    const bad = answers.filter((one) => one.status === "E").length;
    const good = answers.length - bad;
    if (bad > 0)
      toast.warning([`${label[0]}：${good} 行完成，${bad} 行没有，原因见行上`, `${label[1]}: ${good} done, ${bad} refused, see the rows`]);
    else if (good > 0) toast.success([`已${label[0]} ${good} 行`, `${label[1]}: ${good} done`]);
    after();
    return answers.map(({ id, ...rest }) => ({ key: id, ...rest }));
  };

  const press =
    (name: string) =>
    async (chosen: Picked): Promise<readonly RowAnswer[] | void> => {
      const action = actions[name]!;
      const count = chosen.rows.length;
      if (chosen.filter !== null)
        return toast.warning([
          "按筛选全选的行请先导出，操作一次最多 500 行",
          "At most 500 rows at a time; a whole filter can only be exported",
        ]);
      const input = action.input && Object.keys(action.input).length > 0 ? await ask(name, count) : {};
      if (input === null) return;
      const needs = action.confirm !== undefined || action.tone === "danger";
      if (
        needs &&
        !action.input &&
        !(await confirm({
          title: [`${action.label[0]} ${n(count)[0]}？`, `${action.label[1]} ${n(count)[1]}?`],
          text: action.confirm ?? "",
          confirm: action.label,
          danger: action.tone === "danger",
        }))
      )
        return;
      return finish(action.label, await send(name, chosen.keys, input));
    };

  const remove = async (chosen: Picked): Promise<readonly RowAnswer[] | void> => {
    const count = chosen.rows.length;
    if (
      !(await confirm({
        title: [`删除 ${n(count)[0]}${entity.label[0]}？`, `Delete ${n(count)[1]}?`],
        confirm: ["删除", "Delete"],
        danger: true,
      }))
    )
      return;
    try {
      await entityCall.removeMany(entity, chosen.keys);
      return finish(
        ["删除", "Delete"],
        chosen.keys.map((id) => ({ id, status: "S" as const })),
      );
    } catch (error) {
      toast.error(error);
    }
  };

  const unfit = (fits: number, total: number): readonly Text[] =>
    fits === total ? [] : [[`${total} 行中有 ${total - fits} 行不适用`, `${total - fits} of ${total} rows do not fit`]];
  const deletable = picked.filter((row) => mayDelete(entity, row, viewer)).length;
  const buttons: readonly Button[] = [
    ...bulkOffersOf(entity, picked, viewer).map((offer): Button => ({
      label: offer.action.label,
      needSelection: "many",
      primary: offer.action.tone === "primary" && offer.fits === offer.total,
      danger: offer.action.tone === "danger",
      handler: press(offer.name),
      disabled: () => unfit(offer.fits, offer.total),
    })),
    ...(deletable > 0
      ? [
          {
            label: ["删除", "Delete"] as const,
            needSelection: "many" as const,
            danger: true,
            handler: remove,
            disabled: () => unfit(deletable, picked.length),
          },
        ]
      : []),
  ];
  const dialogs =
    asking && shown ? (
      <InputDialog
        action={actions[asking.name]!}
        subject={say(n(asking.count))}
        busy={false}
        errors={[]}
        cancel={() => asking.answer(null)}
        send={(input) => asking.answer(input)}
      />
    ) : null;
  return { buttons, dialogs };
}
