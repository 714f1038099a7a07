import { Inline } from "#kernel/web/block/layout.tsx";
import type { Seen } from "#kernel/seen.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Button, Input } from "antd";
import { Users } from "lucide-react";
import { useState } from "react";
import { msgReceive } from "../config.entity.ts";
import { Asking, People } from "./WhoGets.tsx";
import type { Resolved } from "./WhoGets.tsx";

const service = "messageServer/baseMsgReceiveService/";

/** A receiver definition beside its list: whom it means now, given the values of an event. */
export function ReceiveTest({ row, mayTest }: { readonly row: Seen<typeof msgReceive>; readonly mayTest: boolean }) {
  const say = useText();
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<Resolved | null>(null);
  const { busy, error, run } = useWork();
  const needsValues = !["USERS", "RESPONSIBILITY", "POSITION", "ALL_SUPPLIERS", "ALL_INTERNAL"].includes(String(row.kind));
  const test = (): Promise<void> =>
    run(async () => {
      const payload = typed.trim() === "" ? {} : JSON.parse(typed);
      setFound((await call<Resolved>(`${service}test`, { receiveId: row.id, payload })).data);
    });
  return (
    <>
      <Facts entity={msgReceive} row={row} audience="internal" />
      <section className="pg-block">
        <h3 className="pg-h3">{say(["现在是谁", "Current people"])}</h3>
        <Asking error={error}>
          {needsValues ? (
            <Input.TextArea
              className="bk-typed-code"
              value={typed}
              autoSize={{ minRows: 2, maxRows: 6 }}
              placeholder={'{ "supplierId": "…" }'}
              aria-label={say(["事件的值（JSON）", "Values of the event (JSON)"])}
              onChange={(event) => setTyped(event.target.value)}
            />
          ) : null}
          <Inline>
            <Button icon={<Users size={14} />} loading={busy} disabled={!mayTest} onClick={() => void test()}>
              {say(["测试", "Test"])}
            </Button>
          </Inline>
          {found ? <People found={found} /> : null}
        </Asking>
      </section>
    </>
  );
}
