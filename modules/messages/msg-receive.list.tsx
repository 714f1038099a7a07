import type { Row } from "#kernel/page-document.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Button, Input } from "antd";
import { useState } from "react";
import { useStore } from "zustand";
import { ReceiveTest } from "./parts/ReceiveTest.tsx";
import { ReceiveValue } from "./parts/ReceiveValue.tsx";
import { sqlFault } from "./receiver-sql.ts";
import "./parts/messages.css";

interface Checked {
  readonly ok: boolean;
  readonly sample?: readonly Row[];
  readonly count?: number;
}

/** A query in its cage: what is wrong with it stands under it while it is typed; the check runs it read-only. */
function Sql({ model }: { readonly model: EditModel }) {
  const say = useText();
  const text = useStore(model.state, (state) => String(state.doc["receiveSql"] ?? ""));
  const fault = text.trim() === "" ? null : sqlFault(text);
  const [answer, setAnswer] = useState<Checked | null>(null);
  const { busy, error, run } = useWork();
  const check = (): Promise<void> =>
    run(async () => setAnswer((await call<Checked>("messageServer/baseMsgReceiveService/checkSql", { sql: text, params: {} })).data));
  return (
    <>
      <Input.TextArea
        className="ms-source"
        value={text}
        readOnly={!model.editable()}
        autoSize={{ minRows: 4, maxRows: 12 }}
        status={fault ? "error" : ""}
        placeholder={say(["以 select 开头，只返回 user_id 一列", "Begins with select and returns the one column user_id"])}
        aria-label={say(["查询语句", "SQL"])}
        onChange={(event) => (model.patch({ receiveSql: event.target.value || null }), setAnswer(null))}
      />
      {fault ? (
        <span className="pg-error">{say(fault)}</span>
      ) : (
        <span className="pg-hint">
          {say(["只读，只返回一列 user_id，参数写成 :name", "Read-only, one column user_id, parameters as :name"])}
        </span>
      )}
      <Button size="small" loading={busy} disabled={fault !== null || text.trim() === ""} onClick={() => void check()}>
        {say(["校验", "Check"])}
      </Button>
      {error ? <span className="pg-error">{error}</span> : null}
      {answer?.ok ? (
        <span className="pc-ok">
          {say([`通过，${answer.count ?? answer.sample?.length ?? 0} 人`, `Fine, ${answer.count ?? answer.sample?.length ?? 0} people`])}
        </span>
      ) : null}
    </>
  );
}

export const slots = listSlots({
  cells: { receiveCode: { width: 240 } },
  sidePanel: (row, { viewer }) => <ReceiveTest key={String(row["id"])} row={row} mayTest={viewer.may("btnTest")} />,
  fields: { value: (model) => <ReceiveValue model={model} />, receiveSql: (model) => <Sql model={model} /> },
});
