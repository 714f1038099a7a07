import { format, isDecimal, trim } from "#kernel/decimal.ts";
import type { Row } from "#kernel/page-document.ts";
import { percentText } from "#kernel/page-format.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { FieldText } from "#kernel/web/page/field/FieldText.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { Fragment } from "react";
import { inspection } from "../inspect.entity.ts";
import { scoreLine } from "../score.entity.ts";
import { Radar, type Spoke } from "./Radar.tsx";

export interface Report {
  readonly inspect: Row;
  readonly findings: readonly Row[];
  readonly sheets: readonly Row[];
}

interface Part {
  readonly inspect: Row;
  readonly outside: boolean;
}

const number = (value: unknown): string => (typeof value === "string" && value !== "" ? trim(value) : "–");
/** A figure of the result: always two digits. */
const two = (value: unknown): string => (isDecimal(value) ? format(value, { scale: 2 }) : "–");
const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as Row[]) : []);

/** The figure, the word for it, and how the sections did. */
export function Verdict({ inspect, outside }: Part) {
  const say = useText();
  const results = useLookup("INSPECT_RESULT");
  const total = inspect[outside ? "releasedScore" : "totalScore"];
  const result = inspect[outside ? "releasedResult" : "result"];
  const sections = rowsOf(inspect[outside ? "releasedSections" : "sectionScores"]);
  const spokes = sections.map((one): Spoke => ({ name: String(one["section"]), rate: one["rate"] === null ? null : String(one["rate"]) }));
  return (
    <section className="li-block" aria-label={say(["结论", "Result"])}>
      <h2>{say(["结论", "Result"])}</h2>
      {total || result ? (
        <div className="li-verdict">
          <div>
            <p className="li-total">
              <b>{two(total)}</b>
              <span className="li-result" data-result={String(result ?? "")}>
                {results.meaning(result)}
              </span>
            </p>
            <p className="li-empty">
              {outside ? null : say([`及格线 ${number(inspect["passScore"])}`, `Pass line ${number(inspect["passScore"])}`])}
              {!outside && inspect["vetoFlag"] === "Y" ? ` · ${say(["触发否决项", "a veto item has no points"])}` : null}
              {!outside && inspect["allowConcession"] === "Y" ? ` · ${say(["允许让步", "concession allowed"])}` : null}
            </p>
            <SectionTable sections={sections} />
          </div>
          <Radar spokes={spokes} pass={outside ? null : Number(inspect["passScore"])} label={["板块得分率", "Rate by section"]} />
        </div>
      ) : (
        <p className="li-empty">
          {outside
            ? say(["考察结论批准后在此公布", "The result is shown here once approved"])
            : say(["评分尚未完成", "Scores are not complete yet"])}
        </p>
      )}
    </section>
  );
}

function SectionTable({ sections }: { readonly sections: readonly Row[] }) {
  const say = useText();
  if (sections.length === 0) return null;
  return (
    <table className="li-table">
      <thead>
        <tr>
          <th>{say(["板块", "Section"])}</th>
          <th className="li-n">{say(["权重", "Weight"])}</th>
          <th className="li-n">{say(["得分率", "Rate"])}</th>
        </tr>
      </thead>
      <tbody>
        {sections.map((one) => (
          <tr key={String(one["section"])}>
            <td>{String(one["section"])}</td>
            <td className="li-n">{percentText(one["weight"])}</td>
            <td className="li-n">{percentText(one["rate"], 2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const inner = [
  "orgId",
  "inspectType",
  "mode",
  "locationId",
  "leaderId",
  "memberCount",
  "trackId",
  "planId",
  "approveDate",
  "innerRemark",
] as const;
const outer = ["inspectType", "mode", "inspectDate", "endDate", "locationId", "memberCount", "notifyDate", "approveDate"] as const;

/** Who, where, how. Internal words stay off the paper: it may leave the house. */
export function Facts({ inspect, outside, paper = false }: Part & { readonly paper?: boolean }) {
  const say = useText();
  return (
    <section className="li-block" aria-label={say(["考察信息", "Facts"])}>
      <h2>{say(["考察信息", "Facts"])}</h2>
      <dl className="li-facts">
        {(outside ? outer : inner)
          .filter((key) => inspect[key] !== null && inspect[key] !== undefined && inspect[key] !== "" && !(paper && key === "innerRemark"))
          .map((key) => (
            <div key={key}>
              <dt>{say(inspection.fields[key].label)}</dt>
              <dd>
                <FieldText field={inspection.fields[key]} fieldKey={key} row={inspect} plain />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

/** What the supplier was told beforehand. */
export function Agenda({ inspect, outside }: Part) {
  const say = useText();
  if (!inspect["agenda"] && !inspect["agendaFileIds"]) return null;
  return (
    <section className="li-block" aria-label={say(["考察议程", "Agenda"])}>
      <h2>{say(["考察议程", "Agenda"])}</h2>
      <p className="li-text">{String(inspect["agenda"] ?? "")}</p>
      <FilesBlock entity={inspection} fieldKey="agendaFileIds" row={inspect} showVisibility={!outside} />
    </section>
  );
}

/** Everybody's scores side by side, item by item; only inside the house, and only once all are in. */
export function MemberScores({ inspect, sheets }: { readonly inspect: Row; readonly sheets: readonly Row[] }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const items = rowsOf(inspect["items"]);
  const open = sheets.filter((one) => one["openFlag"] === "Y");
  const bySection = [...Map.groupBy(items, (one) => String(one["section"]))];
  const lineOf = (sheet: Row, item: Row): Row | undefined => rowsOf(sheet["lines"]).find((one) => one["itemId"] === item["id"]);
  return (
    <section className="li-block" aria-label={say(["评分明细", "Scores"])}>
      <h2>
        {say(["评分明细", "Scores"])}
        <small>{open.length === 0 ? say(["全部提交后公开", "Shown once all sheets are in"]) : say(["仅内部可见", "Internal only"])}</small>
      </h2>
      <div className="li-wide">
        <table className="li-table">
          <thead>
            <tr>
              <th>{say(["项目", "Item"])}</th>
              <th className="li-n">{say(["权重", "Weight"])}</th>
              <th className="li-n">{say(["满分", "Max"])}</th>
              {open.map((sheet) => (
                <th key={String(sheet["id"])} className="li-n">
                  {String(sheet["memberName"] ?? "")}
                </th>
              ))}
              <th className="li-n">{say(["平均", "Average"])}</th>
              <th className="li-n">{say(["得分率", "Rate"])}</th>
            </tr>
          </thead>
          <tbody>
            {bySection.map(([section, own]) => (
              <Fragment key={section}>
                <tr data-section>
                  <th colSpan={5 + open.length}>{section}</th>
                </tr>
                {own.map((item) => (
                  <tr key={String(item["id"])}>
                    <td>
                      {String((language === "EN" && item["itemNameEn"]) || item["itemName"])}
                      {item["vetoFlag"] === "Y" ? <span className="li-veto">{say(["否决", "Veto"])}</span> : null}
                      {open.map((sheet) => (
                        <Said key={String(sheet["id"])} sheet={sheet} line={lineOf(sheet, item)} />
                      ))}
                    </td>
                    <td className="li-n">{percentText(item["weight"])}</td>
                    <td className="li-n">{number(item["maxScore"])}</td>
                    {open.map((sheet) => {
                      const line = lineOf(sheet, item);
                      return (
                        <td key={String(sheet["id"])} className="li-n">
                          {!line ? "" : line["naFlag"] === "Y" ? say(["不适用", "N/A"]) : number(line["score"])}
                        </td>
                      );
                    })}
                    <td className="li-n">{number(item["avgScore"])}</td>
                    <td className="li-n">{percentText(item["scoreRate"], 2)}</td>
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The word and the photos behind a score. */
function Said({ sheet, line }: { readonly sheet: Row; readonly line: Row | undefined }) {
  if (!line || (!line["comment"] && !line["fileIds"])) return null;
  return (
    <>
      <small>
        {String(sheet["memberName"] ?? "")}：{String(line["comment"] ?? "")}
      </small>
      <FilesBlock entity={scoreLine} fieldKey="fileIds" row={line} showVisibility={false} />
    </>
  );
}

/** What the leader made of it. */
export function Summary({ inspect }: { readonly inspect: Row }) {
  const say = useText();
  if (!inspect["summary"]) return null;
  return (
    <section className="li-block" aria-label={say(["总结", "Summary"])}>
      <h2>{say(["总结", "Summary"])}</h2>
      <p className="li-text">{String(inspect["summary"])}</p>
    </section>
  );
}
