import { format, isDecimal, trim } from "#kernel/decimal.ts";
import { percentText } from "#kernel/page-format.ts";
import type { Seen } from "#kernel/seen.ts";
import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import { Columns, Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { Badge } from "#kernel/web/block/Notice.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { Radar } from "#kernel/web/block/Radar.tsx";
import { ReadPart } from "#kernel/web/block/ReadPage.tsx";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { FieldText } from "#kernel/web/page/field/FieldText.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import type { inspectFinding } from "../finding.entity.ts";
import { inspectItem, inspection } from "../inspect.entity.ts";
import { scoreLine, type scoreSheet } from "../score.entity.ts";

type Inspection = Seen<typeof inspection>;
type Sheet = Seen<typeof scoreSheet>;
type Item = Seen<typeof inspectItem>;

export interface Report {
  readonly inspect: Inspection;
  readonly findings: readonly Seen<typeof inspectFinding>[];
  readonly sheets: readonly Sheet[];
}

interface Part {
  readonly inspect: Inspection;
  readonly outside: boolean;
}

const number = (value: string | null | undefined): string => (value ? trim(value) : "–");
/** A figure of the result: always two digits. */
const two = (value: unknown): string => (isDecimal(value) ? format(value, { scale: 2 }) : "–");
const tones = { PASS: "success", CONDITIONAL: "warning", FAIL: "error" } as const;

/** The figure, the word for it, and how the sections did. */
export function Verdict({ inspect, outside }: Part) {
  const say = useText();
  const results = useLookup("INSPECT_RESULT");
  const total = outside ? inspect.releasedScore : inspect.totalScore;
  const result = outside ? inspect.releasedResult : inspect.result;
  const sections = (outside ? inspect.releasedSections : inspect.sectionScores) ?? [];
  const notes = outside
    ? []
    : [
        say([`及格线 ${number(inspect.passScore)}`, `Pass line ${number(inspect.passScore)}`]),
        inspect.vetoFlag === "Y" ? say(["触发否决项", "a veto item has no points"]) : "",
        inspect.allowConcession === "Y" ? say(["允许让步", "concession allowed"]) : "",
      ];
  return (
    <ReadPart title={say(["结论", "Result"])}>
      {total || result ? (
        <Columns of="minmax(0, 1fr) 360px" gap="l" align="center">
          <Stack gap="s">
            <Inline gap="m" align="baseline">
              <Words size="key">{two(total)}</Words>
              <Badge tone={tones[result as keyof typeof tones] ?? "neutral"}>{results.meaning(result)}</Badge>
            </Inline>
            <Words size="small">{notes.filter(Boolean).join(" · ")}</Words>
            {sections.length === 0 ? null : (
              <PlainTable
                label={say(["板块得分", "Sections"])}
                rows={sections}
                rowKey={({ section }) => section}
                columns={[
                  { key: "section", title: say(["板块", "Section"]), cell: ({ section }) => section },
                  { key: "weight", title: say(["权重", "Weight"]), number: true, cell: ({ weight }) => percentText(weight) },
                  { key: "rate", title: say(["得分率", "Rate"]), number: true, cell: ({ rate }) => percentText(rate, 2) },
                ]}
              />
            )}
          </Stack>
          <Radar
            spokes={sections.map(({ section, rate }) => ({ name: section, rate }))}
            pass={outside ? null : Number(inspect.passScore)}
            label={say(["板块得分率", "Rate by section"])}
          />
        </Columns>
      ) : (
        <Words size="small">
          {outside
            ? say(["考察结论批准后在此公布", "The result is shown here once approved"])
            : say(["评分尚未完成", "Scores are not complete yet"])}
        </Words>
      )}
    </ReadPart>
  );
}

const inner = [
  ...(["orgId", "inspectType", "mode", "locationId", "leaderId", "memberCount"] as const),
  ...(["trackId", "planId", "approveDate", "innerRemark"] as const),
];
const outer = ["inspectType", "mode", "inspectDate", "endDate", "locationId", "memberCount", "notifyDate", "approveDate"] as const;

/** Who, where, how. Internal words stay off the paper: it may leave the house. */
export function Facts({ inspect, outside, paper = false }: Part & { readonly paper?: boolean }) {
  const say = useText();
  return (
    <ReadPart title={say(["考察信息", "Facts"])}>
      <FactGrid
        least={200}
        facts={(outside ? outer : inner)
          .filter((key) => (inspect[key] ?? "") !== "" && !(paper && key === "innerRemark"))
          .map((key) => ({
            key,
            label: say(inspection.fields[key].label),
            value: <FieldText field={inspection.fields[key]} fieldKey={key} row={inspect} plain />,
          }))}
      />
    </ReadPart>
  );
}

/** What the supplier was told beforehand. */
export function Agenda({ inspect, outside }: Part) {
  const say = useText();
  if (!inspect.agenda && !inspect.agendaFileIds) return null;
  return (
    <ReadPart title={say(["考察议程", "Agenda"])}>
      <Words as="p" typed>
        {inspect.agenda}
      </Words>
      <FilesBlock entity={inspection} fieldKey="agendaFileIds" row={inspect} showVisibility={!outside} />
    </ReadPart>
  );
}

interface ScoresProps {
  readonly inspect: Inspection;
  readonly sheets: readonly Sheet[];
}

/** Everybody's scores side by side, item by item; only inside the house, and only once all are in. */
export function MemberScores({ inspect, sheets }: ScoresProps) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const open = sheets.filter(({ openFlag }) => openFlag === "Y");
  const items = [...Map.groupBy(inspect.items ?? [], ({ section }) => section)].flatMap(([, group]) => group);
  const lineOf = (sheet: Sheet, item: Item) => sheet.lines?.find(({ itemId }) => itemId === item.id);
  return (
    <ReadPart
      title={say(["评分明细", "Scores"])}
      note={open.length === 0 ? say(["全部提交后公开", "Shown once all sheets are in"]) : say(["仅内部可见", "Internal only"])}
    >
      <PlainTable
        label={say(["评分明细", "Scores"])}
        rows={items}
        rowKey={({ id }) => id}
        group={({ section }, at) => (section === items[at - 1]?.section ? null : section)}
        columns={[
          {
            key: "item",
            title: say(["项目", "Item"]),
            cell: (item) => (
              <>
                {(language === "EN" && item.itemNameEn) || item.itemName}{" "}
                {item.vetoFlag === "Y" ? <Badge tone="error">{say(["否决", "Veto"])}</Badge> : null}
                {open.map((sheet) => (
                  <Comment key={sheet.id} sheet={sheet} line={lineOf(sheet, item)} />
                ))}
              </>
            ),
          },
          { key: "weight", title: say(["权重", "Weight"]), number: true, cell: (item) => percentText(item.weight) },
          { key: "most", title: say(["满分", "Max"]), number: true, cell: (item) => number(item.maxScore) },
          ...open.map((sheet) => ({
            key: sheet.id,
            title: sheet.memberName,
            number: true,
            cell: (item: Item) => {
              const line = lineOf(sheet, item);
              return line ? (line.naFlag === "Y" ? say(["不适用", "N/A"]) : number(line.score)) : "";
            },
          })),
          { key: "average", title: say(["平均", "Average"]), number: true, cell: (item) => number(item.avgScore) },
          { key: "rate", title: say(["得分率", "Rate"]), number: true, cell: (item) => percentText(item.scoreRate, 2) },
        ]}
      />
    </ReadPart>
  );
}

/** The word and the photos behind a score. */
function Comment({ sheet, line }: { readonly sheet: Sheet; readonly line: Seen<typeof scoreLine> | undefined }) {
  if (!line?.comment && !line?.fileIds) return null;
  return (
    <>
      <Words as="p" size="small">
        {sheet.memberName}：{line.comment}
      </Words>
      <FilesBlock entity={scoreLine} fieldKey="fileIds" row={line} showVisibility={false} />
    </>
  );
}

/** What the leader made of it. */
export function Summary({ inspect }: { readonly inspect: Inspection }) {
  const say = useText();
  if (!inspect.summary) return null;
  return (
    <ReadPart title={say(["总结", "Summary"])}>
      <Words as="p" typed>
        {inspect.summary}
      </Words>
    </ReadPart>
  );
}
