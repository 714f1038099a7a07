import { Columns, Inline, Stack, Words, type Tone } from "#kernel/web/block/layout.tsx";
import { ToneKeys, ToneStrip } from "#kernel/web/block/ToneStrip.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { tellChanged, useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { DateInput } from "#kernel/web/page/field/DateInput.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { WorkError } from "#kernel/web/part/WorkError.tsx";
import { Popup } from "#kernel/web/part/Popup.tsx";
import { Button, Select } from "antd";
import { CloudDownload } from "lucide-react";
import { useState } from "react";
import type { exchangeRate } from "./rate.entity.ts";

interface Coverage {
  readonly from: string;
  readonly to: string;
  readonly staleDays: number;
  readonly pairs: readonly { readonly pair: string; readonly days: readonly ("OWN" | "CARRIED" | "MISSING")[]; readonly usable: number }[];
}

interface Rated {
  readonly rate: string;
  readonly path: "SAME" | "DIRECT" | "INVERSE" | "CROSS";
  readonly rows: readonly { readonly pair: string; readonly date: string; readonly rate: string; readonly inverse: boolean }[];
}

const path = "srmServer/v1/srmBaseExchangeRateRestful";
const dayTones = { OWN: "success", CARRIED: "neutral", MISSING: "error" } as const satisfies Record<string, Tone>;
const ways = {
  SAME: ["同一币种", "same currency"],
  DIRECT: ["直接汇率", "direct"],
  INVERSE: ["反向汇率", "inverse"],
  CROSS: ["交叉汇率", "cross"],
} as const;

/** Sixty days of each pair: a rate of its own, one carried from before, or none that may be used. */
function Strip({ context }: { readonly context: ListContext<typeof exchangeRate> }) {
  const say = useText();
  const { rateType: asked } = context.filter;
  const rateType = String(asked ?? "CORPORATE");
  const load = useLoad(`coverage:${rateType}`, async () => (await call<Coverage>(`${path}/coverage`, { rateType })).data);
  useChanged("SrmBaseExchangeRate", load.again);
  if (!load.data?.pairs.length) return null;
  const { pairs, staleDays, from, to } = load.data;
  return (
    <Stack gap="xs" as="section" label={say(["汇率覆盖", "Coverage"])}>
      {pairs.map(({ pair, days, usable }) => (
        <Columns key={pair} of="70px minmax(0, 1fr) 50px" align="center">
          <Words size="strong">{pair}</Words>
          <ToneStrip
            label={say([`${days.length} 天中 ${usable} 天可用`, `usable on ${usable} of ${days.length} days`])}
            tones={days.map((day) => dayTones[day])}
          />
          <Words size="small" {...(usable < days.length ? { tone: "error" } : {})}>
            {usable}/{days.length}
          </Words>
        </Columns>
      ))}
      <Inline gap="m">
        <Words size="small">
          {from} – {to}
        </Words>
        <ToneKeys
          keys={[
            ["success", say(["当日汇率", "Rate of the day"])],
            ["neutral", say([`沿用（${staleDays} 天内）`, `Carried, within ${staleDays} days`])],
            ["error", say(["缺失", "Missing"])],
          ]}
        />
      </Inline>
    </Stack>
  );
}

/** Which rate would apply, and by which way: direct, turned round, or through the group's currency. */
function Probe() {
  const say = useText();
  const work = useWork();
  const currency = useLookup("CURRENCY");
  const options = currency.values.map((lookupValue) => ({
    value: lookupValue.lookupCode,
    label: `${lookupValue.lookupCode} ${lookupValue.meaning}`,
  }));
  const [from, setFrom] = useState("EUR");
  const [to, setTo] = useState("USD");
  const [date, setDate] = useState("");
  const [rated, setRated] = useState<Rated | null>(null);
  const pick = (label: readonly [string, string], value: string, change: (code: string) => void) => (
    <Select
      style={{ width: 150 }}
      aria-label={say(label)}
      value={value}
      options={options}
      showSearch={{ optionFilterProp: "label" }}
      onChange={change}
    />
  );
  const ask = () =>
    work.run(async () => {
      setRated(null);
      setRated((await call<Rated>(`${path}/getRate`, { fromCurrency: from, toCurrency: to, ...(date ? { date } : {}) })).data);
    });
  return (
    <Inline>
      <span className="pc-note">{say(["试算：", "Applicable rate:"])}</span>
      {pick(["原币", "From"], from, setFrom)}
      {pick(["目标币", "To"], to, setTo)}
      <label htmlFor="fx-day" className="pc-note">
        {say(["日期", "Date"])}
      </label>
      <span style={{ width: 140 }}>
        <DateInput id="fx-day" kind="date" value={date} change={(value) => setDate(value ?? "")} />
      </span>
      <Button loading={work.busy} onClick={() => void ask()}>
        {say(["试算", "Ask"])}
      </Button>
      {rated ? (
        <span>
          <b>{rated.rate}</b> · {say(ways[rated.path])} ·{" "}
          {rated.rows
            .map((row) => `${row.pair} ${row.rate}${row.inverse ? say(["（反向）", " (inverted)"]) : ""} ${row.date}`)
            .join(say(["；", "; "]))}
        </span>
      ) : null}
      <WorkError of={work} />
    </Inline>
  );
}

interface PullDone {
  readonly inserted: number;
  readonly skipped: number;
  readonly date: string;
  readonly source: string;
  readonly failed: readonly { readonly pair: string; readonly reason: string }[];
}

/** Fetches the rates of a day and says what came of it, pair by pair where something did not. */
function Pull({ context }: { readonly context: ListContext<typeof exchangeRate> }) {
  const say = useText();
  const work = useWork();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [date, setDate] = useState("");
  const [done, setDone] = useState<PullDone | null>(null);
  const { rateType: asked } = context.filter;
  const rateType = String(asked ?? "CORPORATE");
  const fetchNow = () =>
    work.run(async () => {
      setDone(null);
      setDone((await call<PullDone>(`${path}/pullRates`, { rateType, ...(date ? { date } : {}) })).data);
      tellChanged({ entity: "SrmBaseExchangeRate", id: "" });
      context.reload();
    });
  const label = say(["获取汇率", "Fetch rates"]);
  return (
    <>
      <Button icon={<CloudDownload size={14} />} aria-haspopup="dialog" onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}>
        {label}
      </Button>
      {anchor ? (
        <Popup anchor={anchor} align="end" label={label} focus onClose={() => setAnchor(null)}>
          <div style={{ width: "min(336px, calc(100vw - 40px))", padding: 8 }}>
            <Stack gap="s">
              <Inline>
                <label htmlFor="fx-pull-day" className="pc-note">
                  {say(["日期", "Date"])}
                </label>
                <span style={{ width: 140 }}>
                  <DateInput id="fx-pull-day" kind="date" value={date} change={(value) => setDate(value ?? "")} />
                </span>
                <Button type="primary" loading={work.busy} onClick={() => void fetchNow()}>
                  {say(["获取", "Fetch"])}
                </Button>
              </Inline>
              <p className="pc-note">
                {say(["留空取今天；来源在站点配置 FX_SERVICE_URL 中设置。", "Empty: today. The source is setting FX_SERVICE_URL."])}
              </p>
              {done ? (
                <div role="status">
                  <p>
                    {say([
                      `${done.date} 的汇率：新增 ${done.inserted}，已有 ${done.skipped}`,
                      `Rates of ${done.date}: ${done.inserted} new, ${done.skipped} known`,
                    ])}
                  </p>
                  {done.failed.map((entry) => (
                    <p key={entry.pair} className="pc-bad">
                      {entry.pair} {entry.reason}
                    </p>
                  ))}
                </div>
              ) : null}
              <WorkError of={work} />
            </Stack>
          </div>
        </Popup>
      ) : null}
    </>
  );
}

/** Rates with what is covered and a way to ask which one would apply. */
export const slots: ListSlots<typeof exchangeRate> = {
  head: (context) => (
    <>
      <Strip context={context} />
      {context.viewer.may("btnProbe") ? <Probe /> : null}
    </>
  ),
  buttons: (context) => (context.viewer.may("btnPull") ? <Pull context={context} /> : null),
  inline: ["rate"],
  rowTone: (row) => (row.status === "VOID" ? "muted" : null),
};
