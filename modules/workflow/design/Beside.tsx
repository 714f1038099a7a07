import { CircleCheck, CircleX } from "lucide-react";
import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { fit, judge, paletteWidth, type Desk } from "../diagram/desk.tsx";
import { drawingOf } from "./Dialogs.tsx";
import { useDeskState } from "./useDesign.tsx";

/** A file is looked at before the drawing gives way to it. */
export async function importInto(desk: Desk, xml: string): Promise<void> {
  const { definition, problems } = await judge(xml, "import", {});
  if (definition === null) throw new Error(problems.map((problem) => problem.text[desk.language === "EN" ? 1 : 0]).join("；"));
  await desk.open(xml);
  desk.state.setState((now) => ({ turn: now.turn + 1 }));
  fit(desk.modeler.get("canvas"), paletteWidth);
}

/** What keeps the drawing from being published; each leads to its place. */
export function Problems({ desk, goTo }: { readonly desk: Desk; goTo(id: string): void }) {
  const say = useText();
  const problems = useDeskState(desk, (state) => state.problems);
  if (problems.length === 0)
    return (
      <p className="wf-fine">
        <CircleCheck size={16} aria-hidden /> {say(["没有发现问题，可以发布。", "No problems found. It can be published."])}
      </p>
    );
  return (
    <ul>
      {problems.map((problem, at) => (
        <li key={`${problem.nodeId}-${at}`}>
          <button type="button" className="wf-problem" onClick={() => goTo(problem.nodeId)}>
            <CircleX size={14} aria-hidden /> {say(problem.text)}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface VersionsProps {
  readonly versions: readonly Row[];
  readonly desk: Desk;
  readonly readOnly: boolean;
  compare(id: string): void;
}

/** What was published, newest first, to compare with the drawing or to take back. */
export function Versions({ versions, desk, readOnly, compare }: VersionsProps) {
  const say = useText();
  if (versions.length === 0) return <p className="pg-faint">{say(["还没有发布过版本。", "Nothing has been published yet."])}</p>;
  const takeBack = (row: Row): void => {
    const back = async (): Promise<void> => importInto(desk, await drawingOf(String(row["id"])));
    void back().then(() =>
      toast.info([
        `画布已换成第 ${String(row["version"])} 版，保存后生效`,
        `The diagram is back to version ${String(row["version"])}. Save to keep it`,
      ]),
    );
  };
  return (
    <ul className="wf-versions">
      {versions.map((one) => (
        <li key={String(one["id"])}>
          <b>{say([`第 ${String(one["version"])} 版`, `Version ${String(one["version"])}`])}</b>{" "}
          <span className="pg-faint">
            {String(one["publishedByName"] ?? "")} {String(one["publishedAt"] ?? "").slice(0, 16)}
          </span>
          <p>{String(one["changeNote"] ?? "") || say(["没有说明", "No note"])}</p>
          <span className="wf-versions-tools">
            <button type="button" className="pg-link" onClick={() => compare(String(one["id"]))}>
              {say(["与画布比较", "Compare with the diagram"])}
            </button>
            {readOnly ? null : (
              <button type="button" className="pg-link" onClick={() => takeBack(one)}>
                {say(["取回到画布", "Withdraw"])}
              </button>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
