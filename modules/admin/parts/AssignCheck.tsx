import type { Row } from "#kernel/page-document.ts";
import { FixLink } from "#kernel/web/FixLink.tsx";
import { useText } from "#kernel/web/language.ts";
import type { Loaded } from "#kernel/web/page/document/useLoad.ts";
import { Button, Spin } from "antd";
import { CircleCheck, TriangleAlert, X } from "lucide-react";
import type { PermitAnswer } from "./permits.tsx";
import { sentence } from "./rolePlan.ts";
import "./assign.css";
import "./grants.css";

export interface Checked {
  readonly user: Row;
  readonly answer: PermitAnswer;
}

interface Props {
  readonly load: Loaded<readonly Checked[] | null>;
  /** The people are too many to be tried while one is still choosing. */
  readonly waits: boolean;
  readonly people: number;
  check(): void;
}

/** What the server would say to this save, person by person, before it is sent: conflicts of duties first. */
export function AssignCheck({ load, waits, people, check }: Props) {
  const say = useText();
  const { data } = load;
  if (waits)
    return (
      <div className="ga-check">
        <Button size="small" onClick={check}>
          {say([`检查 ${people} 人`, `Check ${people} people`])}
        </Button>
      </div>
    );
  if (load.error)
    return (
      <div className="ga-check" role="alert">
        <p className="pg-error">{load.error}</p>
        <Button size="small" onClick={load.again}>
          {say(["重试", "Retry"])}
        </Button>
      </div>
    );
  if (data === null || load.loading)
    return (
      <div className="ga-check" role="status">
        <Spin size="small" /> {say(["正在检查…", "Checking…"])}
      </div>
    );
  const bad = data.filter((one) => !one.answer.allowed);
  const noted = data.filter((one) => one.answer.allowed && one.answer.notes.length > 0);
  const added = data.reduce((sum, one) => sum + one.answer.added, 0);
  const removed = data.reduce((sum, one) => sum + one.answer.removed, 0);
  const name = (one: Checked): string => `${String(one.user["displayName"])} ${String(one.user["userName"])}`;
  return (
    <section className="ga-check" aria-label={say(["保存前检查", "Check before saving"])} aria-live="polite">
      <p className="ga-check-sum">
        {bad.length === 0 ? <CircleCheck size={16} className="pg-ok" aria-hidden /> : <X size={16} className="pg-bad" aria-hidden />}
        <b>
          {say(sentence(added, removed, data.length - bad.length))}
          {bad.length > 0 ? say([`，${bad.length} 人不能保存`, `, ${bad.length} cannot be saved`]) : ""}
        </b>
      </p>
      <ul>
        {bad.flatMap((one) =>
          one.answer.reasons.map((reason) => (
            <li key={`${String(one.user["id"])}${reason.code}${reason.msg}`} className="pg-bad">
              <X size={14} aria-hidden />
              <b>{name(one)}</b> {reason.msg} <FixLink fix={reason.fix} />
            </li>
          )),
        )}
        {noted.flatMap((one) =>
          one.answer.notes.map((note) => (
            <li key={`${String(one.user["id"])}${note.code}${note.msg}`} className="ga-warned">
              <TriangleAlert size={14} aria-hidden />
              <b>{name(one)}</b> {note.msg}
            </li>
          )),
        )}
      </ul>
    </section>
  );
}
