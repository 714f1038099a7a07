import { Notice } from "#kernel/web/block/Notice.tsx";
import { Inline } from "#kernel/web/block/layout.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { CircleX } from "lucide-react";
import type { Seen } from "#kernel/seen.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { fit, judge, paletteWidth, type Desk } from "../diagram/desk.tsx";
import { drawingOf } from "./Dialogs.tsx";
import { useDeskState } from "./useDesign.tsx";
import type { bpmModelVersion } from "../model.entity.ts";

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
    return <Notice tone="success">{say(["没有发现问题，可以发布。", "No problems found. It can be published."])}</Notice>;
  return (
    <ItemList>
      {problems.map((problem, at) => (
        <Item
          key={`${problem.nodeId}-${at}`}
          lead={<CircleX size={14} aria-hidden />}
          tone="error"
          title={say(problem.text)}
          press={() => goTo(problem.nodeId)}
        />
      ))}
    </ItemList>
  );
}

interface VersionsProps {
  readonly versions: readonly Seen<typeof bpmModelVersion>[];
  readonly desk: Desk;
  readonly readOnly: boolean;
  compare(id: string): void;
}

/** What was published, newest first, to compare with the drawing or to take back. */
export function Versions({ versions, desk, readOnly, compare }: VersionsProps) {
  const say = useText();
  if (versions.length === 0) return <p className="pg-faint">{say(["还没有发布过版本。", "Nothing has been published yet."])}</p>;
  const takeBack = (row: Seen<typeof bpmModelVersion>): void => {
    const back = async (): Promise<void> => importInto(desk, await drawingOf(String(row.id)));
    void back().then(() =>
      toast.info([
        `画布已换成第 ${String(row.version)} 版，保存后生效`,
        `The diagram is back to version ${String(row.version)}. Save to keep it`,
      ]),
    );
  };
  return (
    <ItemList>
      {versions.map((row) => (
        <Item
          key={String(row.id)}
          title={
            <>
              <b>{say([`第 ${String(row.version)} 版`, `Version ${String(row.version)}`])}</b>{" "}
              <span className="pg-faint">
                {String(row.publishedByName ?? "")} {String(row.publishedAt ?? "").slice(0, 16)}
              </span>
            </>
          }
          note={String(row.changeNote ?? "") || say(["没有说明", "No note"])}
        >
          <Inline gap="m">
            <button type="button" className="pg-link" onClick={() => compare(String(row.id))}>
              {say(["与画布比较", "Compare with the diagram"])}
            </button>
            {readOnly ? null : (
              <button type="button" className="pg-link" onClick={() => takeBack(row)}>
                {say(["取回到画布", "Withdraw"])}
              </button>
            )}
          </Inline>
        </Item>
      ))}
    </ItemList>
  );
}
