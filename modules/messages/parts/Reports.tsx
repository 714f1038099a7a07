import { Columns, Inline, Stack } from "#kernel/web/block/layout.tsx";
import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { call } from "#kernel/web/call.ts";
import { today } from "#kernel/web/clock.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { ReportTable, type ReportColumn } from "#kernel/web/part/ReportTable.tsx";
import type { Drawing } from "#kernel/web/part/drawing.ts";
import { addDays } from "#kernel/days.ts";
import { Select } from "antd";
import { useState } from "react";
import { ratesByDay } from "./rates.ts";

const names = ["deliveryRate", "readRate", "cost", "failingAddresses", "unsubscribeRate", "articles"] as const;
type Report = Readonly<Record<(typeof names)[number], readonly Row[]>>;

const ask = async (days: number): Promise<Report> => {
  const from = addDays(today(), -days);
  const answers = await Promise.all(
    names.map(async (name) => [name, (await call<readonly Row[]>(`messageServer/baseMsgReportService/${name}`, { from })).data] as const),
  );
  return Object.fromEntries(answers) as Report;
};

const text = (value: unknown): string => (value === null || value === undefined || value === "" ? "–" : String(value));

/** What arrives, what is read, what it costs, where it fails and who wants no more. */
export function Reports() {
  const say = useText();
  const english = useLanguage((state) => state.language) === "EN";
  const [days, setDays] = useState(30);
  const load = useLoad(`msg-reports:${days}`, () => ask(days));
  const channel = useLookup("MSG_CHANNEL");
  const kind = useLookup("MSG_KIND");
  const words = { channel: channel.meaning, kind: kind.meaning, english };
  return (
    <Stack scroll>
      <Inline>
        <label htmlFor="ms-days">{say(["统计区间", "Period"])}</label>
        <Select
          id="ms-days"
          style={{ width: 150 }}
          value={days}
          options={[7, 30, 90].map((n) => ({ value: n, label: say([`最近 ${n} 天`, `Last ${n} days`]) }))}
          onChange={setDays}
        />
      </Inline>
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(found) => (
          <>
            <Arrived rows={found.deliveryRate} nameOf={channel.meaning} />
            <Columns of={{ least: 360 }} gap="l">
              {tablesOf(found, words).map((table) => (
                <ReportTable key={table.title[1]} {...table} keyOf={(_, at) => String(at)} />
              ))}
            </Columns>
          </>
        )}
      </PanelState>
    </Stack>
  );
}

interface Words {
  channel(code: string): string;
  kind(code: string): string;
  readonly english: boolean;
}

const plain = (cn: string, en: string, key: string): ReportColumn<Row> => ({ head: [cn, en], cell: (row) => text(row[key]) });
const figure = (cn: string, en: string, key: string): ReportColumn<Row> => ({ ...plain(cn, en, key), right: true });

interface Table {
  readonly title: Text;
  readonly columns: readonly ReportColumn<Row>[];
  readonly rows: readonly Row[];
}

const tableOf = (title: Text, columns: readonly ReportColumn<Row>[], rows: readonly Row[]): Table => ({ title, columns, rows });

function tablesOf(found: Report, { channel, kind, english }: Words): readonly Table[] {
  type Column = ReportColumn<Row>;
  const kindOf: Column = { head: ["类别", "Kind"], cell: (row) => kind(String(row.msgKind)) };
  const channelOf: Column = { head: ["渠道", "Channel"], cell: (row) => channel(String(row.channel)) };
  const rate: Column = { head: ["阅读率", "Rate"], right: true, cell: (row) => (row.rate === null ? "–" : `${text(row.rate)}%`) };
  const titled: Column = { head: ["标题", "Title"], cell: (row) => text((english && row.titleEn) || row.titleCn) };
  return [
    tableOf(
      ["阅读率", "Read rate"],
      [
        kindOf,
        figure("已发", "Sent", "sent"),
        figure("已读", "Read", "read"),
        rate,
        figure("中位阅读分钟", "Median minutes", "medianMinutes"),
      ],
      found.readRate,
    ),
    tableOf(
      ["费用", "Cost"],
      [plain("月份", "Month", "month"), channelOf, figure("条数", "Sent", "sent"), figure("费用", "Cost", "cost")],
      found.cost,
    ),
    tableOf(
      ["失败最多的地址", "Addresses with most failures"],
      [
        plain("姓名", "Person", "displayName"),
        plain("地址", "Address", "address"),
        figure("次数", "Times", "failed"),
        plain("原因", "Reason", "error"),
      ],
      found.failingAddresses,
    ),
    tableOf(
      ["退订", "Unsubscriptions"],
      [
        plain("配置", "Configuration", "msgCfgCode"),
        kindOf,
        figure("退订人数", "Stopped", "stopped"),
        figure("读者", "Readers", "readers"),
      ],
      found.unsubscribeRate.filter((row) => Number(row["stopped"]) > 0),
    ),
    tableOf(
      ["文章", "Articles"],
      [titled, figure("浏览", "Views", "viewCount"), figure("有用", "Useful", "usefulCount"), figure("没用", "Not useful", "uselessCount")],
      found.articles,
    ),
  ];
}

/** The share of what was meant to arrive and did, day by day, one line for each channel. */
function Arrived({ rows, nameOf }: { readonly rows: readonly Row[]; nameOf(code: string): string }) {
  const say = useText();
  const { days, channels, total, arrived } = ratesByDay(rows);
  const tones = ["dark", "good", "warm", "blue", "grey", "pale"] as const;
  const drawing: Drawing = {
    shape: "columns",
    labels: days,
    series: channels.map(({ channel, rates }, at) => ({
      label: nameOf(channel),
      values: rates,
      tone: tones[at % tones.length]!,
      line: true,
    })),
  };
  const share = total === 0 ? "–" : `${((arrived / total) * 100).toFixed(1)}%`;
  return (
    <ChartFrame
      question={say(["送达率（%）", "Delivery rate (%)"])}
      answer={say([`共 ${total} 条，送达 ${arrived} 条，${share}`, `${arrived} of ${total} delivered, ${share}`])}
      note={say([`共 ${total} 条，送达 ${share}`, `${total} total, ${share} delivered`])}
      drawing={drawing}
    />
  );
}
