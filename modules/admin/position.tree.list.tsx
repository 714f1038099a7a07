import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useShown } from "#kernel/web/page/shown.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { openPage } from "#kernel/web/router.ts";
import { Tree } from "#kernel/web/Tree.tsx";
import type { TreeMoves } from "#kernel/web/Tree.tsx";
import { CloseDock } from "#kernel/web/part/CloseDock.tsx";
import { Button } from "antd";
import { PanelRightOpen, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { MoveSeat } from "./parts/MoveSeat.tsx";
import type { Move } from "./parts/MoveSeat.tsx";
import { nameIn } from "./parts/organizations.tsx";
import { Holders, SeatPanel } from "./parts/SeatPanel.tsx";
import { useSeats } from "./parts/seats.tsx";
import type { Seat, Seats } from "./parts/seats.tsx";

/** Who reports to whom, seat by seat: gaps in red, a seat put elsewhere by dragging, by keys or by its panel, always with a day. */
export default function ReportingTree() {
  return (
    <Ground>
      <Body />
    </Ground>
  );
}

function Body() {
  const say = useText();
  const title = usePageTitle(["汇报关系", "Reporting tree"]);
  const viewer = useViewer();
  const shown = useShown();
  const seats = useSeats();
  const [chosen, setChosen] = useState<string | null>(null);
  const [move, setMove] = useState<Move | null>(null);
  const seat = chosen === null ? undefined : seats.byId.get(chosen);
  const mayMove = viewer.may("btnMove");
  const begin = (key: string, parent: string | null): void =>
    setMove({ row: seats.byId.get(key)!.row, parent: parent === null ? null : (seats.byId.get(parent)?.row ?? null) });
  const moves: TreeMoves = {
    may: (key, { parent }) =>
      (seats.byId.get(key)?.row["parentPositionId"] ?? null) !== parent && (parent === null || !seats.below(key).includes(parent)),
    move: (key, { parent }) => moves.may(key, { parent, before: null }) && begin(key, parent),
  };
  const gaps = seats.gaps.length;
  const nextGap = (): void => {
    const at = seats.gaps.findIndex((gap) => gap.row["id"] === chosen);
    setChosen(String(seats.gaps[(at + 1) % gaps]!.row["id"]));
  };
  return (
    <PageFrame
      title={title}
      truth={
        seats.data ? (
          <>
            <b>{seats.byId.size}</b> {say(["个岗位", "positions"])}
            {gaps > 0 ? (
              <span className="pc-bad">
                <b>{gaps}</b> {say(["个管理岗空缺", gaps > 1 ? "vacant managers" : "vacant manager"])}
              </span>
            ) : (
              <span>{say(["管理岗都有人任职", "every manager position is held"])}</span>
            )}
            {mayMove ? <span>{say(["拖动，或按 Alt 加方向键调整上级", "Drag, or press Alt and an arrow, to move"])}</span> : null}
          </>
        ) : null
      }
      buttons={
        gaps > 0 ? (
          <Button icon={<TriangleAlert size={14} />} onClick={nextGap}>
            {say(["看下一个空缺", "Next gap"])}
          </Button>
        ) : null
      }
      side={
        seat ? (
          <Dock
            seat={seat}
            mayMove={mayMove}
            close={() => setChosen(null)}
            move={() => begin(chosen!, (seat.row["parentPositionId"] as string | null) ?? null)}
          />
        ) : null
      }
    >
      <Stack grow>
        <PanelState
          load={seats}
          empty={say(["还没有岗位。先在「岗位」中新建。", "No positions yet. Create them under Positions."])}
          isEmpty={(nodes) => nodes.length === 0}
        >
          {(nodes) => <SeatTree nodes={nodes} seats={seats} chosen={chosen} moves={mayMove ? moves : undefined} choose={setChosen} />}
        </PanelState>
      </Stack>
      {move && shown ? <MoveSeat key={String(move.row["id"])} move={move} close={() => setMove(null)} /> : null}
    </PageFrame>
  );
}

function SeatTree({
  nodes,
  seats,
  chosen,
  moves,
  choose,
}: {
  readonly nodes: NonNullable<Seats["data"]>;
  readonly seats: Seats;
  readonly chosen: string | null;
  readonly moves: TreeMoves | undefined;
  choose(key: string): void;
}) {
  const say = useText();
  return (
    <Tree
      nodes={nodes}
      label={["岗位的汇报关系", "Positions and who they report to"]}
      searchable
      selected={chosen}
      moves={moves}
      onSelect={(node) => choose(node.key)}
      after={(node) => {
        const seat = seats.byId.get(node.key);
        if (seat === undefined) return null;
        return (
          <Inline as="span" gap="m" spread="end" grow>
            <Holders seat={seat} />
            {seat.row["nextParentDate"] ? (
              <span className="pc-warn">
                {say([`${String(seat.row["nextParentDate"]).slice(5)} 起调整`, `moves on ${String(seat.row["nextParentDate"]).slice(5)}`])}
              </span>
            ) : null}
            <Words size="small" cut>
              {String(seat.row["deptName"] ?? seat.row["orgName"] ?? "")}
            </Words>
          </Inline>
        );
      }}
    />
  );
}

function Dock({ seat, mayMove, close, move }: { readonly seat: Seat; readonly mayMove: boolean; close(): void; move(): void }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const { row } = seat;
  const name = nameIn(row, "positionName", language);
  return (
    <aside className="pg-dock" aria-label={name}>
      <header className="pg-dock-head">
        <span className="pg-faint">{say(["岗位", "Position"])}</span>
        <span className="pg-dock-tools">
          <CloseDock close={close} />
        </span>
        <h2>
          {name} <span className="pg-code">{String(row["positionCode"])}</span>
        </h2>
      </header>
      <div className="pg-dock-body">
        <SeatPanel seat={seat} />
      </div>
      <footer className="pg-dock-foot">
        {mayMove ? (
          <Button type="primary" onClick={move}>
            {say(["调整上级", "Move"])}
          </Button>
        ) : null}
        <span className="pg-grow" />
        <Button
          icon={<PanelRightOpen size={14} />}
          onClick={() =>
            void openPage({ path: "position/positiondetail", query: { id: String(row["id"]) }, title: String(row["positionCode"]) })
          }
        >
          {say(["打开", "Open"])}
        </Button>
      </footer>
    </aside>
  );
}
