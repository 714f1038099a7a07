import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { OwnPage } from "#kernel/web/part/OwnPage.tsx";
import { useTab } from "#kernel/web/tabs.ts";
import { useEffect } from "react";
import { ScoreForm } from "./parts/ScoreForm.tsx";
import { scoreSheet } from "./score.entity.ts";
import "./parts/inspect.css";

export const page = { route: "slcScoreEdit", title: ["考察评分", "Score sheet"] };

/** One member's sheet: the items by section with what is asked for, score, word and photos beside each. */
export default function ScoreSheetPage() {
  return (
    <OwnPage of={["id"]}>
      <Body />
    </OwnPage>
  );
}

function Body() {
  const tab = useTab();
  const id = tab.query["id"] ?? "";
  const load = useLoad(`sheet:${id}`, () => entityCall.find(scoreSheet, id));
  const number = String(load.data?.["inspectNo"] ?? "");
  useEffect(() => {
    if (number) tab.setTitle([`评分 ${number}`, `Score ${number}`]);
  }, [number, tab]);
  return (
    <div className="li-scroll">
      <div className="li-page">
        <PanelState load={load} empty="" isEmpty={() => false}>
          {(sheet) => <ScoreForm key={String(sheet["versionNum"])} sheet={sheet} again={load.again} />}
        </PanelState>
      </div>
    </div>
  );
}
