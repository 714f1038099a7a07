import { Button, Popover } from "antd";
import { Download, Info, Printer } from "lucide-react";
import { Fragment, useState } from "react";
import type { ReportReply, ReportShape, Row } from "../../report.ts";
import type { Text } from "../../text.ts";
import { filterPieces } from "../../report-filters.ts";
import { readTime, timeText } from "../clock.ts";
import { useText } from "../language.ts";
import { FieldText } from "../page/field/FieldText.tsx";
import { PageHelp } from "../page/PageHelp.tsx";
import { useViewer } from "../page/viewer.ts";
import { currentYear } from "../page/today.ts";
import { mainOf } from "./reportShown.ts";

interface Props {
  readonly title: string;
  readonly shape: ReportShape;
  readonly reply: ReportReply | null;
  readonly asked: Row;
  readonly busy: boolean;
  take(): void;
}

/** Inside the present year a moment is read without it. */
function momentText(at: string): string {
  const text = timeText(readTime(at) ?? 0).slice(0, 16);
  return text.startsWith(`${currentYear()}-`) ? text.slice(5) : text;
}

/** What the figures mean and whose they are, behind one small button. */
function Meaning({ title, shape, reply }: Pick<Props, "title" | "shape" | "reply">) {
  const say = useText();
  const [open, setOpen] = useState(false);
  const label = say([`${title}的口径`, `What ${title} counts`]);
  const part = (name: Text, names: readonly string[] | null): string =>
    `${say(name)}${say(["：", ": "])}${names === null ? say(["全部", "all"]) : names.length ? names.join(say(["、", ", "])) : say(["无", "none"])}`;
  const sentences = say(shape.formula)
    .split(/(?<=。)|(?<=\.) (?=[A-Z])/)
    .filter(Boolean);
  const text = (
    <div className="rp-meaning" role="note" aria-label={label}>
      <b>{say(["口径与公式", "Definitions and formulas"])}</b>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {reply ? (
        <p>
          {say(["已应用权限", "Permissions applied"])} · {part(["组织", "Organisations"], reply.permits.orgs)} ·{" "}
          {part(["品类", "Categories"], reply.permits.categories)}
        </p>
      ) : null}
    </div>
  );
  return (
    <Popover open={open} onOpenChange={setOpen} trigger="click" placement="bottomLeft" getPopupContainer={mainOf} content={text}>
      <button type="button" className="s-icon-btn pg-help s-no-print" aria-label={label} aria-expanded={open}>
        <Info size={16} aria-hidden />
      </button>
    </Popover>
  );
}

/** What was asked, in words: on paper the filters are not drawn. */
function Asked({ shape, asked }: Pick<Props, "shape" | "asked">) {
  const say = useText();
  const given = (key: string): boolean => asked[key] !== undefined && asked[key] !== null && asked[key] !== "";
  return (
    <p className="rp-asked">
      {filterPieces(shape.filters)
        .filter(({ key, to }) => given(key) || (to !== undefined && given(to)))
        .map(({ key, to, field }, i) => (
          <Fragment key={key}>
            {i > 0 ? " · " : ""}
            {to ? (
              say([
                `期间 ${String(asked[key] ?? "")} 至 ${String(asked[to] ?? "")}`,
                `Period ${String(asked[key] ?? "")} to ${String(asked[to] ?? "")}`,
              ])
            ) : (
              <>
                {say(field.label)} <FieldText field={field} fieldKey={key} row={asked} plain />
              </>
            )}
          </Fragment>
        ))}
    </p>
  );
}

/** The title with what the figures are: as of when, in what currency, by whose permissions; and the ways out on paper and as a workbook. */
export function ReportHead({ title, shape, reply, asked, busy, take }: Props) {
  const say = useText();
  const viewer = useViewer();
  const at = reply ? momentText(reply.at) : "";
  return (
    <>
      <header className="pg-head">
        <div>
          <h1>
            {title} <Meaning title={title} shape={shape} reply={reply} />
            <PageHelp />
          </h1>
          <p className="pg-truth">
            {reply ? say([`数据截至 ${at}，按您的组织与品类权限`, `As of ${at}, within your organisations and categories`]) : " "}
            {reply?.currency ? say([`；金额单位 ${reply.currency}`, `; amounts in ${reply.currency}`]) : ""}
          </p>
        </div>
        <div className="pg-head-buttons s-no-print">
          {viewer.may("btnPrint") ? (
            <Button icon={<Printer size={14} />} onClick={() => window.print()}>
              {say(["打印", "Print"])}
            </Button>
          ) : null}
          {viewer.may("btnExport") ? (
            <Button icon={<Download size={14} />} loading={busy} onClick={take}>
              {say(["导出", "Export"])}
            </Button>
          ) : null}
        </div>
      </header>
      <Asked shape={shape} asked={asked} />
    </>
  );
}
