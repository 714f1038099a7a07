import { Button, Modal } from "antd";
import { CircleCheck, CircleX } from "lucide-react";
import type { Action, Entity } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { messageOf } from "../../call.ts";
import { FixLink } from "../../FixLink.tsx";
import { useText } from "../../language.ts";
import { useLoad } from "../document/useLoad.ts";
import { entityCall } from "../entityCall.ts";
import type { WhatIfAnswer } from "../entityCall.ts";
import { titleNow } from "../title.ts";

interface Props {
  readonly entity: Entity;
  readonly name: string;
  readonly action: Action;
  readonly rows: readonly Row[];
  readonly input: Row;
  /** The ids it is to be done with; null when nothing shall happen. */
  done(ids: readonly string[] | null): void;
}

/** So many rows are tried one by one; of more only the first are shown, the server judges each all the same. */
const most = 20;
const atOnce = 4;

interface Tried {
  readonly row: Row;
  readonly answer: WhatIfAnswer | null;
  readonly why: string;
}

async function tryOne(entity: Entity, name: string, row: Row, input: Row): Promise<Tried> {
  try {
    const answer = await entityCall.whatIf(entity, String(row["id"]), name, input);
    const unmet = answer.reasons.filter((reason) => !reason.ok).map((reason) => reason.msg);
    return { row, answer, why: answer.allowed ? "" : unmet.join("; ") };
  } catch (error) {
    return { row, answer: null, why: messageOf(error) };
  }
}

async function tryAll(entity: Entity, name: string, rows: readonly Row[], input: Row): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  for (let at = 0; at < Math.min(rows.length, most); at += atOnce)
    tried.push(...(await Promise.all(rows.slice(at, Math.min(at + atOnce, most)).map((row) => tryOne(entity, name, row, input)))));
  return tried;
}

/** What will happen to each chosen row before anything does; rows it cannot be done with say why and are left out. */
export function BulkTrial({ entity, name, action, rows, input, done }: Props) {
  const say = useText();
  const ids = rows.map((row) => String(row["id"]));
  const load = useLoad(`bulk:${entity.name}:${name}:${ids.join(",")}:${JSON.stringify(input)}`, () => tryAll(entity, name, rows, input));
  const tried = load.data ?? [];
  const refused = new Set(tried.filter((candidate) => candidate.why !== "").map((entry) => String(entry.row["id"])));
  const going = ids.filter((id) => !refused.has(id));
  const label = say(action.label);
  return (
    <Modal
      open
      width={640}
      title={say([`${label} ${rows.length} 行会发生什么`, `What happens: ${label}, ${rows.length} row${rows.length > 1 ? "s" : ""}`])}
      onCancel={() => done(null)}
      mask={{ closable: false }}
      footer={
        <div className="pg-dialog-foot">
          <span className="pg-grow" />
          <Button onClick={() => done(null)}>{say(["取消", "Cancel"])}</Button>
          <Button
            type="primary"
            danger={action.tone === "danger"}
            disabled={load.data === null || going.length === 0}
            onClick={() => done(going)}
          >
            {say([`${label} ${going.length} 行`, `${label} ${going.length}`])}
          </Button>
        </div>
      }
    >
      {load.error ? (
        <p className="pg-note" role="alert">
          {load.error}
        </p>
      ) : load.data === null ? (
        <p className="pg-faint" role="status">
          {say(["正在试算，还没有写入任何数据", "Trying it out, nothing has been written"])}
        </p>
      ) : (
        <ul className="pg-bulk-trial">
          {tried.map((entry) => (
            <Outcome key={String(entry.row["id"])} entity={entity} tried={entry} />
          ))}
          {rows.length > most ? (
            <li className="pg-faint">
              {say([`另有 ${rows.length - most} 行逐行判断`, `${rows.length - most} more are judged row by row`])}
            </li>
          ) : null}
        </ul>
      )}
    </Modal>
  );
}

function Outcome({ entity, tried: { row, answer, why } }: { readonly entity: Entity; readonly tried: Tried }) {
  const say = useText();
  const others = (answer?.changes ?? []).filter((change) => change.id !== row["id"]).length;
  const count = answer?.tells.length ?? 0;
  const facts = [
    ...(others > 0 ? [say([`${others} 处关联数据随之变化`, `${others} related record${others > 1 ? "s change" : " changes"}`])] : []),
    ...(count > 0 ? [say([`发出 ${count} 条通知`, `${count} notice${count > 1 ? "s" : ""}`])] : []),
    ...(answer?.notes ?? []).map((note) => note.msg),
  ];
  return (
    <li data-refused={why !== ""}>
      {why === "" ? <CircleCheck size={15} aria-hidden /> : <CircleX size={15} aria-hidden />}
      <b>{titleNow(entity, row).main}</b>
      <span>
        {why || facts.join(say(["；", "; "])) || say(["没有其他影响", "Nothing else follows"])}{" "}
        <FixLink fix={answer?.reasons.find((reason) => !reason.ok && reason.fix)?.fix} />
      </span>
    </li>
  );
}
