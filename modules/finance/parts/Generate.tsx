import { amountText } from "#kernel/page-format.ts";
import { AskDialog } from "#kernel/web/block/AskDialog.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { Stack, Words } from "#kernel/web/block/layout.tsx";
import { call } from "#kernel/web/call.ts";
import { today } from "#kernel/web/clock.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { monthEnd } from "#kernel/days.ts";
import { Input } from "antd";
import { useState } from "react";

interface Made {
  readonly stmtNo: string | null;
  readonly amountIncl: string;
}
interface Generated {
  readonly created: readonly Made[];
  readonly appended: readonly Made[];
  readonly skipped: readonly { readonly key: string; readonly reason: string }[];
}

const ask = async (cutoffDate: string, dryRun: "Y" | "N"): Promise<Generated> =>
  (await call<Generated>("srmServer/v1/srmRcnAccountStmtRestful/doAutoGenerateStmt", { cutoffDate, dryRun })).data;

const reasons: Readonly<Record<string, readonly [string, string]>> = {
  IN_DRAFT: ["已在草稿中", "in a draft already"],
  NOT_POSITIVE: ["金额不大于零", "nothing to pay"],
  PERIOD_CLOSED: ["期间已关闭", "month closed"],
  REFUSED: ["未通过检查", "refused"],
};

/** Shows which statements a run would make up to a day, then makes them. */
export function Generate({ close, done }: { close(): void; done(): void }) {
  const say = useText();
  const [cutoff, setCutoff] = useState(monthEnd(today()) > today() ? today() : monthEnd(today()));
  const [seen, setSeen] = useState<{ readonly of: string; readonly reply: Generated } | null>(null);
  const [busy, setBusy] = useState(false);
  const isSeen = seen?.of === cutoff;
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      const reply = await ask(cutoff, isSeen ? "N" : "Y");
      if (!isSeen) return setSeen({ of: cutoff, reply });
      toast.success([
        `已生成 ${reply.created.length}，追加 ${reply.appended.length}`,
        `${reply.created.length} created, ${reply.appended.length} extended`,
      ]);
      done();
      close();
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  const groups = seen ? [...seen.reply.created, ...seen.reply.appended] : [];
  return (
    <AskDialog
      title={say(["自动生成对账单", "Generate statements"])}
      press={isSeen ? ["生成", "Generate"] : ["试算", "Simulate"]}
      ready={!busy && (!isSeen || groups.length > 0)}
      busy={busy}
      send={() => void run()}
      close={close}
    >
      <Stack>
        <Labelled label={say(["事务截止日", "Transactions up to"])}>
          <Input type="date" value={cutoff} max={today()} onChange={(event) => setCutoff(event.target.value)} />
        </Labelled>
        {isSeen ? (
          <>
            <Words>
              {say([
                `将新建 ${seen.reply.created.length} 张，追加 ${seen.reply.appended.length} 张，跳过 ${seen.reply.skipped.length} 组。`,
                `${seen.reply.created.length} to create, ${seen.reply.appended.length} to extend, ${seen.reply.skipped.length} skipped.`,
              ])}
            </Words>
            <ItemList framed most={240} label={say(["对账单", "Statements"])}>
              {groups.map((group, at) => (
                <Item key={at} title={amountText(group.amountIncl, undefined)} />
              ))}
              {seen.reply.skipped.map(({ key, reason }) => (
                <Item key={key} title={say(reasons[reason] ?? reasons["REFUSED"]!)} note={key} />
              ))}
            </ItemList>
          </>
        ) : null}
      </Stack>
    </AskDialog>
  );
}
