import { format } from "#kernel/decimal.ts";
import type { Seen } from "#kernel/seen.ts";
import { percentText } from "#kernel/page-format.ts";
import type { Text } from "#kernel/text.ts";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { Badge, Notice } from "#kernel/web/block/Notice.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { FieldText } from "#kernel/web/page/field/FieldText.tsx";
import { useRunner } from "#kernel/web/page/action/useRunner.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import type { PageViewer } from "#kernel/web/page/viewer.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Button, Tooltip } from "antd";
import { CalendarPlus, Check, FilePen, Globe, Snowflake, X } from "lucide-react";
import { useState } from "react";
import { supplierInfo } from "../supplier.entity.ts";
import { asReference, hasMeasures, mayFreeze, startFreeze, startWith } from "./start.tsx";

const tones: Readonly<Record<string, string>> = {
  QUALIFIED: "done",
  TRIAL: "running",
  INTRODUCING: "waiting",
  TEMPORARY: "waiting",
  POTENTIAL: "neutral",
  FROZEN: "refused",
  QUIT: "ended",
  BLACKLISTED: "refused",
  MERGED: "ended",
};

/** A supplier's status as a word on its colour. */
export function SupplierStatus({ code }: { readonly code: unknown }) {
  const meaning = useLookup("SUP_STATUS").meaning;
  if (!code) return <span className="pg-none">–</span>;
  return <span className={`pg-status pg-tone-${tones[String(code)] ?? "neutral"}`}>{meaning(String(code))}</span>;
}

interface Allowed {
  readonly op: string;
  readonly name: string;
  readonly ok: boolean;
  readonly message: string | null;
}

/** Why something is not allowed, said once for all that it stops: nobody has to look for it behind a mark. */
function Causes({ list }: { readonly list: readonly Allowed[] }) {
  const say = useText();
  const causes = Map.groupBy(
    list.filter((allowed) => !allowed.ok && allowed.message),
    (allowed) => allowed.message!,
  );
  if (causes.size === 0) return null;
  return (
    <ItemList label={say(["原因", "Reasons"])}>
      {[...causes].map(([message, stopped]) => (
        <Item
          key={message}
          title={
            <Words size="small">
              <Words tone="error">{stopped.map(({ name }) => name).join(say(["、", ", "]))}</Words> {message}
            </Words>
          }
        />
      ))}
    </ItemList>
  );
}

interface Whole {
  readonly counts: Readonly<Record<string, number>>;
  readonly figures: { readonly spend12m: string | null; readonly onTimeRate: string | null; readonly currency: string };
}

/** A hold is one of sites: how many are held stands beside it. */
const heldWords = (sites: number, say: (text: Text) => string): string =>
  sites > 0
    ? say([`付款冻结：${sites}个地点`, sites === 1 ? "Payment hold: 1 site" : `Payment hold: ${sites} sites`])
    : say(["付款冻结", "Payment hold"]);

/** What a supplier is and what may be done with it today, each no with its reason. */
export function Standing({ row, viewer }: { readonly row: Seen<typeof supplierInfo>; readonly viewer: PageViewer }) {
  const say = useText();
  const id = String(row.id);
  const key = `${id}:${String(row.versionNum)}`;
  const allowed = useLoad(
    `allowed:${key}`,
    async () => (await call<readonly Allowed[]>("srmServer/v1/srmSupInfoRestful/whatAllowed", { supplierId: id })).data,
  );
  const whole = useLoad(`360:${key}`, async () => (await call<Whole>("srmServer/v1/srmSupInfoRestful/find360", { supplierId: id })).data);
  const may = (button: string): boolean => viewer.may(button);
  const runner = useRunner({ entity: supplierInfo });
  const external = useExternal(id);
  return (
    <section className="pg-section" aria-label={say(["当前资格", "Status today"])}>
      <Stack gap="s">
        <Inline>
          <SupplierStatus code={row.supStatus} />
          {row.paymentHoldFlag === "Y" ? (
            <Inline as="span">
              <span className="pg-status pg-tone-refused">{heldWords(Number(row.heldSites ?? 0), say)}</span>
              <FieldText field={supplierInfo.fields.paymentHoldReason} fieldKey="paymentHoldReason" row={row} />
            </Inline>
          ) : null}
          <PanelState load={allowed} empty="" isEmpty={() => false}>
            {(list) => (
              <Inline as="span" gap="xs">
                {list.map(({ op, ok, name, message }) => (
                  <Tooltip key={op} title={message ?? ""}>
                    <span tabIndex={ok ? undefined : 0}>
                      <Badge tone={ok ? "success" : "error"}>
                        {ok ? <Check size={12} aria-hidden /> : <X size={12} aria-hidden />}
                        {name}
                        <span className="pg-sr">{ok ? say(["：允许", ": allowed"]) : (message ?? "")}</span>
                      </Badge>
                    </span>
                  </Tooltip>
                ))}
              </Inline>
            )}
          </PanelState>
          <span className="pg-grow" />
          <Inline as="span">
            {may("btnChangeInfo") ? (
              <Button size="small" icon={<FilePen size={14} />} onClick={() => startWith("changeInfoEdit", asReference(row))}>
                {say(["发起变更", "Request a change"])}
              </Button>
            ) : null}
            {may("btnFreeze") && mayFreeze(row) && hasMeasures() ? (
              <Button size="small" icon={<Snowflake size={14} />} onClick={() => startFreeze(row)}>
                {say(["冻结", "Freeze"])}
              </Button>
            ) : null}
            {row.tempFlag === "Y" && row.tempProlonged !== "Y" && may("btnProlong") ? (
              <Button size="small" icon={<CalendarPlus size={14} />} onClick={() => void runner.run("doProlong", row)}>
                {say(["延长有效期", "Extend"])}
              </Button>
            ) : null}
            {may("btnExternalRefresh") ? (
              <Button size="small" icon={<Globe size={14} />} loading={external.busy} onClick={external.ask}>
                {say(["刷新外部信息", "Refresh external data"])}
              </Button>
            ) : null}
          </Inline>
        </Inline>
        <Causes list={allowed.data ?? []} />
        {external.said}
        <PanelState load={whole} empty="" isEmpty={() => false}>
          {({ counts, figures }) => <Counts counts={counts} figures={figures} />}
        </PanelState>
        {may("btnSave") ? (
          <p className="pc-note">
            {say([
              "档案已生效：以文字显示的字段须发起变更，经审批后生效。",
              "The profile is effective: protected fields change by approved request.",
            ])}
          </p>
        ) : null}
      </Stack>
      {runner.panel}
      {runner.dialogs}
    </section>
  );
}

function Counts({ counts, figures: { spend12m, onTimeRate, currency } }: Whole) {
  const say = useText();
  const n = (key: string): number => counts[key] ?? 0;
  const spent = spend12m === null ? "–" : `${format(spend12m, { scale: 2 })} ${currency}`;
  const punctual = percentText(onTimeRate);
  return (
    <p className="pc-note">
      {say([
        `近12个月收货额 ${spent}，准时交付 ${punctual}；合格品类 ${n("categories")}，有效地点 ${n("sites")}，生效管控 ${n("controls")}，资质 ${n("certificates")}（已过期 ${n("expired")}，即将到期 ${n("expiring")}），待核验账户 ${n("unverified")}。`,
        `Received in 12 months ${spent}, delivered on time ${punctual}; ${n("categories")} qualified categories, ${n("sites")} active sites, ${n("controls")} controls, ${n("certificates")} certificates (${n("expired")} expired, ${n("expiring")} expiring), ${n("unverified")} accounts to verify.`,
      ])}
    </p>
  );
}

interface Looked {
  readonly found: boolean;
  readonly odd: boolean;
  readonly message: string;
}

/** Asks the outside register and tells what it said; without one it says so. */
function useExternal(id: string) {
  const work = useWork();
  const [looked, setLooked] = useState<Looked | null>(null);
  const ask = async (): Promise<void> => {
    setLooked(null);
    setLooked((await call<Looked>("srmServer/v1/srmSupInfoRestful/refreshExternal", { id })).data);
  };
  const tone = looked?.odd ? "warning" : looked?.found ? "success" : "info";
  return {
    busy: work.busy,
    ask: () => void work.run(ask),
    said: work.error ? (
      <Notice tone="error" alert>
        {work.error}
      </Notice>
    ) : looked ? (
      <Notice tone={tone} alert>
        {looked.message}
      </Notice>
    ) : null,
  };
}
