import { Skeleton } from "antd";
import { SearchX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { changeOf, type ReportReply, type ReportShape } from "../../report.ts";
import { useText } from "../language.ts";
import { useLate } from "../page/states.tsx";

function State({
  icon,
  tone,
  title,
  text,
  children,
}: {
  readonly icon: ReactNode;
  readonly tone?: "error";
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="s-state" role={tone ? "alert" : "status"}>
      <span className="s-state-icon" data-tone={tone}>
        {icon}
      </span>
      <h2>{title}</h2>
      <p>{text}</p>
      <div className="s-state-actions">{children}</div>
    </div>
  );
}

/** Why nothing came, and another try; what was asked stays in the filters. */
export function ReportFailed({ error, again }: { readonly error: string; again(): void }) {
  const say = useText();
  const cause = error.replace(/[。.]\s*$/, "");
  return (
    <State
      tone="error"
      icon={<TriangleAlert size={20} aria-hidden />}
      title={say(["没能统计出来", "The report could not be counted"])}
      text={say([`${cause}。可以重试；仍不行时把期间缩短再查。`, `${cause}. Try again; if it still fails, ask for a shorter period.`])}
    >
      <button type="button" className="s-btn" data-kind="outline" onClick={again}>
        {say(["重试", "Retry"])}
      </button>
    </State>
  );
}

/** Nothing was found: what to change, with one press where filters are in force. */
export function ReportEmpty({ none, filtered, reset }: Pick<ReportShape, "none"> & { readonly filtered: boolean; reset(): void }) {
  const say = useText();
  return (
    <State
      icon={<SearchX size={20} aria-hidden />}
      title={say(none?.title ?? ["没有可以统计的数据", "Nothing to count"])}
      text={
        none
          ? say(none.next)
          : filtered
            ? say([
                "没有单据同时符合上面的筛选。放宽期间或去掉一项再查。",
                "No document fits all the filters above. Widen the period or take one out.",
              ])
            : say([
                "这段时间在您的组织与品类权限内没有单据。换一段期间，或请管理员核对权限。",
                "There are no documents in this period within your organisations and categories. Choose another period, or have your permissions checked.",
              ])
      }
    >
      {filtered ? (
        <button type="button" className="s-btn" data-kind="outline" onClick={reset}>
          {say(["清除筛选", "Clear filters"])}
        </button>
      ) : null}
    </State>
  );
}

/** The places of sentence, charts and rows while they are counted; quick answers show none of it. */
export function ReportWaiting() {
  const say = useText();
  const late = useLate();
  return (
    <div className="rp-wait" role="status" aria-busy="true" aria-label={say(["正在统计", "Counting"])}>
      {late ? (
        <>
          <Skeleton active={false} title={{ width: "52%" }} paragraph={{ rows: 1, width: "36%" }} />
          <div className="rp-charts">
            <Skeleton active={false} title={false} paragraph={{ rows: 7 }} />
            <Skeleton active={false} title={false} paragraph={{ rows: 7 }} />
          </div>
          <Skeleton active={false} title={false} paragraph={{ rows: 6, width: "100%" }} />
        </>
      ) : null}
    </div>
  );
}

const signed = (value: string): string => (value.startsWith("-") ? value.replace("-", "−") : `+${value}`);

/** The headline figures against the period before; where that is not complete nothing is compared, and it is said why. */
export function Changes({ shape, reply }: { readonly shape: ReportShape; readonly reply: ReportReply }) {
  const say = useText();
  const { before, figures } = reply;
  if (!before || !shape.headlines?.length) return null;
  const { from, to, since } = before;
  if (!before.figures)
    return (
      <p className="rp-changes">
        {since === null
          ? say([`上期（${from} 至 ${to}）没有数据，不作比较。`, `Not compared: there is nothing in the period before (${from} to ${to}).`])
          : say([
              `上期（${from} 至 ${to}）数据不完整，从 ${since} 才开始，不作比较。`,
              `Not compared: the period before (${from} to ${to}) is incomplete; data begins on ${since}.`,
            ])}
      </p>
    );
  const last = before.figures;
  return (
    <p className="rp-changes">
      {say([`比上期（${from} 至 ${to}）：`, `Against ${from} to ${to}: `])}
      {shape.headlines.map(({ key, label, kind }, i) => {
        const change = changeOf(kind, figures[key], last[key]);
        const unit = kind === "rate" ? say([" 个百分点", " points"]) : "%";
        return (
          <span key={key}>
            {i > 0 ? " · " : ""}
            {say(label)} <b>{change === null ? "–" : `${signed(change)}${unit}`}</b>
          </span>
        );
      })}
    </p>
  );
}
