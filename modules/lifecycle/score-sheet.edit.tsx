import { ReadRecord } from "#kernel/web/block/ReadRecord.tsx";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { ScoreForm } from "./parts/ScoreForm.tsx";
import { scoreSheet } from "./score.entity.ts";

export const page = { route: "slcScoreEdit", title: ["考察评分", "Score sheet"] };

/** One member's sheet: the items by section with what is asked for, score, word and photos beside each. */
export default function ScoreSheetPage() {
  return (
    <ReadRecord find={(id) => entityCall.find(scoreSheet, id)} title={({ inspectNo }) => [`评分 ${inspectNo}`, `Score ${inspectNo}`]}>
      {(sheet, again) => <ScoreForm key={sheet.versionNum} sheet={sheet} again={again} />}
    </ReadRecord>
  );
}
