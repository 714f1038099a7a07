import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import type { Row } from "#kernel/page-document.ts";
import { ref } from "#kernel/field.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { RefInput } from "#kernel/web/page/field/RefInput.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { targetOf } from "#kernel/web/page/records.ts";
import { Face } from "#kernel/web/part/Face.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { toast } from "#kernel/web/message.ts";
import { Button } from "antd";
import { Send, Users } from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";

/** Somebody a message would reach, or why not. */
export interface Reached {
  readonly userId: string;
  readonly displayName: string | null;
  readonly userType: string;
  readonly language: string | null;
  readonly stop: string | null;
}

/** The people a definition means now; `count` may be more than are shown. */
export interface Resolved {
  readonly count: number;
  readonly people: readonly Reached[];
}

/** People in a panel: face, name, language; those left out say why. */
export function People({ found: { count, people } }: { readonly found: Resolved }) {
  const say = useText();
  const reasons = useLookup("MSG_SUPPRESS");
  const types = useLookup("USER_TYPE");
  const out = people.filter((person) => person.stop).length;
  return (
    <>
      <Words as="p" size="strong" role="status">
        {say([`${count - out} 人会收到`, `${count - out} would receive it`])}
        {out > 0 ? say([`，${out} 人不会`, `, ${out} would not`]) : ""}
      </Words>
      <ItemList>
        {people.map(({ userId, displayName, userType, language, stop }) => (
          <Item
            key={userId}
            lead={<Face name={displayName ?? "?"} />}
            title={displayName}
            note={types.meaning(userType)}
            end={
              <Words size="small" {...(stop ? { tone: "warning" } : {})}>
                {stop ? reasons.meaning(stop) : language === "EN" ? "English" : "中文"}
              </Words>
            }
          />
        ))}
      </ItemList>
      {count > people.length ? (
        <p className="pc-note">{say([`另有 ${count - people.length} 人`, `${count - people.length} more`])}</p>
      ) : null}
    </>
  );
}

interface Props {
  readonly cfgId: string | null;
  readonly bizEntity: string | null;
  readonly mayTest: boolean;
}

/** "Who would get it now?" for a chosen document, without sending; and the message to oneself, to see it arrive. */
export function WhoGets({ cfgId, bizEntity, mayTest }: Props) {
  const say = useText();
  const [row, setRow] = useState<Row>({});
  const [found, setFound] = useState<Resolved | null>(null);
  const { busy, error, run } = useWork();
  const ask = (toSelf: boolean): Promise<void> =>
    run(async () => {
      const about = row.bizId ? { bizEntity, bizId: row.bizId } : {};
      setFound((await call<Resolved>("messageServer/baseMsgCfgService/test", { cfgId, toSelf, ...about })).data);
      if (toSelf) toast.success(["已发给您自己，请看收件箱", "Sent to you. Check your inbox"]);
    });
  if (cfgId === null)
    return (
      <p className="pg-faint pg-panel-empty">{say(["保存后可以试：现在发会到谁手里。", "Save first, then check who would receive it."])}</p>
    );
  const known = bizEntity !== null && targetOf(bizEntity) !== undefined;
  return (
    <Asking error={error}>
      {known ? (
        <RefInput
          field={{ ...ref(bizEntity, "单据", "Document") }}
          fieldKey="bizId"
          row={row}
          label={say(["单据", "Document"])}
          placeholder={say(["选一张单据", "Choose a document"])}
          patch={(patch) => (setRow(patch), setFound(null))}
        />
      ) : (
        <p className="pc-note">{say(["此事件不属于某张单据，用样例值来试。", "This event has no document; sample values are used."])}</p>
      )}
      <Inline>
        <Button icon={<Users size={14} />} loading={busy} disabled={!mayTest || (known && !row.bizId)} onClick={() => void ask(false)}>
          {say(["现在会到谁手里", "Current recipients"])}
        </Button>
        <Button icon={<Send size={14} />} disabled={!mayTest || busy} onClick={() => void ask(true)}>
          {say(["发给我自己", "Send it to me"])}
        </Button>
      </Inline>
      {found ? <People found={found} /> : null}
    </Asking>
  );
}

/** A question in a panel with what went wrong under it. */
export function Asking({ error, children }: { readonly error: string; readonly children: ReactNode }) {
  return (
    <Stack>
      {children}
      {error ? (
        <p className="pc-bad" role="alert">
          {error}
        </p>
      ) : null}
    </Stack>
  );
}
