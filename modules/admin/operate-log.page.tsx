import { Mark } from "#kernel/web/block/Mark.tsx";
import { Inline } from "#kernel/web/block/layout.tsx";
import type { Seen } from "#kernel/seen.ts";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { nowText } from "#kernel/web/clock.ts";
import type { Entity } from "#kernel/entity.ts";
import { operateLog } from "#kernel/platform/log.entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useEntity, ValueText } from "#kernel/web/page/document/ValueText.tsx";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { targetOf } from "#kernel/web/page/records.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { Link2, LockKeyhole, ShieldAlert, ShieldCheck } from "lucide-react";
import { useState } from "react";

export const page = { route: "userOperateLogList", title: ["操作日志", "Operation log"] };

interface Verdict {
  readonly rows: number;
  readonly seals: number;
  readonly unsealed: number;
  readonly broken: { readonly seal: number; readonly row: number | null; readonly what: "changed" | "missing" | "chain" } | null;
}

const broken = {
  changed: ["被改动", "was changed"],
  missing: ["缺失", "is missing"],
  chain: ["接不上前一环", "does not follow from the one before"],
} as const;

/** Reads the chain again on demand and says up to where it is whole, or where it was bent. */
function ChainCheck() {
  const say = useText();
  const [answer, setAnswer] = useState<{ readonly verdict: Verdict; readonly at: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const check = (): void => {
    setBusy(true);
    call<Verdict>("baseServer/v1/baseOperateLogRestful/doVerify")
      .then(({ data }) => setAnswer({ verdict: data, at: nowText().slice(11) }), toast.error)
      .finally(() => setBusy(false));
  };
  const bent = answer?.verdict.broken;
  return (
    <Inline as="span" role="status" gap="m">
      {answer === null ? null : bent ? (
        <Mark tone="error" icon={ShieldAlert}>
          {say([
            `日志链在第 ${bent.row ?? bent.seal} ${bent.row ? "行" : "环"}${broken[bent.what][0]}`,
            `The chain ${bent.row ? `at row ${bent.row}` : `at seal ${bent.seal}`} ${broken[bent.what][1]}`,
          ])}
        </Mark>
      ) : (
        <Mark tone="success" icon={ShieldCheck}>
          {say([
            `日志链完整，截至 ${answer.at} 共 ${answer.verdict.rows.toLocaleString("en-US")} 行`,
            `The chain is intact up to ${answer.at}, ${answer.verdict.rows.toLocaleString("en-US")} rows`,
          ])}
        </Mark>
      )}
      <button type="button" className="pg-link" disabled={busy} onClick={check}>
        <Link2 size={13} aria-hidden /> {busy ? say(["正在校验…", "Checking…"]) : say(["校验日志链", "Check the chain"])}
      </button>
    </Inline>
  );
}

interface Change {
  readonly field: string;
  readonly label: string;
  readonly old: unknown;
  readonly new: unknown;
}

/** What one entry changed, field by field, old struck through and new beside it. */
function Difference({ row }: { readonly row: Row }) {
  const say = useText();
  const name = String(row["entity"]);
  const entity = useEntity(name);
  const load = useLoad(`operate:${String(row["id"])}`, () => entityCall.find(operateLog, String(row["id"])));
  const edit = targetOf(name)?.pages.edit;
  return (
    <>
      <Facts entity={facts} row={row} audience="internal" />
      {edit && row["bizId"] && row["bizId"] !== "-" ? (
        <p className="pc-note">
          <PageLink href={`/main/${edit}?id=${String(row["bizId"])}`}>{say(["打开这条记录", "Open the record"])}</PageLink>
        </p>
      ) : null}
      <section className="pg-block" aria-label={say(["变更", "Changes"])}>
        <PanelState load={load} empty="" isEmpty={() => false}>
          {(whole: Seen<typeof operateLog> & { readonly sealed?: boolean }) => {
            const changes = (whole["changes"] ?? []) as readonly Change[];
            return (
              <>
                <h3 className="pg-h3">
                  {say(["变更", "Changes"])} <span className="pg-count">{changes.length}</span>
                  {whole.sealed ? (
                    <span className="pg-h3-end pc-ok">
                      <LockKeyhole size={12} aria-hidden /> {say(["已封存", "Sealed"])}
                    </span>
                  ) : null}
                </h3>
                {whole["why"] ? <p className="pg-history-why">{String(whole["why"])}</p> : null}
                {changes.length === 0 ? (
                  <p className="pg-faint">{say(["没有改动字段。", "No field was changed."])}</p>
                ) : (
                  <PlainTable
                    dense
                    label={say(["变更", "Changes"])}
                    rows={changes}
                    rowKey={({ field }) => field}
                    columns={[
                      { key: "field", title: say(["字段", "Field"]), cell: ({ label }) => label },
                      {
                        key: "old",
                        title: say(["原值", "Before"]),
                        cell: ({ field, old }) => (
                          <del>
                            <ValueText entity={entity} path={field} value={old} />
                          </del>
                        ),
                      },
                      {
                        key: "new",
                        title: say(["新值", "After"]),
                        cell: ({ field, new: value }) => <ValueText entity={entity} path={field} value={value} />,
                      },
                    ]}
                  />
                )}
              </>
            );
          }}
        </PanelState>
      </section>
    </>
  );
}

const shown: Entity = {
  ...operateLog,
  list: ["account", "at", "action", "entity", "bizNum", "changeText", "why", "onBehalfOf", "respId", "ip", "requestId"],
};
const facts: Entity = { ...operateLog, list: ["account", "at", "userId", "action", "entity", "respId", "onBehalfOf", "ip"] };

const slots = listSlots({
  head: () => <ChainCheck />,
  cells: { changeText: { width: 360 } },
  sidePanel: (row) => <Difference key={String(row["id"])} row={row} />,
});

/** Who did what to which record, what it was before and after, and the proof that nobody bent the log. */
export default function OperateLogPage() {
  return (
    <Ground>
      <ListPage entity={shown} slots={slots} />
    </Ground>
  );
}
