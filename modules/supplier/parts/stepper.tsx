import type { Seen } from "#kernel/seen.ts";
import { Box } from "#kernel/web/block/Box.tsx";
import { Inline, Stack, Words, type Tone } from "#kernel/web/block/layout.tsx";
import { Stepper, type Stage } from "#kernel/web/block/Stepper.tsx";
import { today } from "#kernel/web/part/day.ts";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import { useRunner } from "#kernel/web/page/action/useRunner.tsx";
import { useChanged } from "#kernel/web/page/changes.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { handOver } from "#kernel/web/page/edit/handOver.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { targetOf } from "#kernel/web/page/records.ts";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { useRows } from "#kernel/web/part/useRows.ts";
import { openPage } from "#kernel/web/router.ts";
import { Button } from "antd";
import { Check, CircleAlert, CircleDot, Clock, Minus, SkipForward, X } from "lucide-react";
import { track, type trackNode } from "../track.entity.ts";

type Track = Seen<typeof track>;
type Node = Seen<typeof trackNode>;

const icons = {
  WAITING: Minus,
  OPEN: Clock,
  DOING: CircleDot,
  PASSED: Check,
  CONDITIONAL: CircleAlert,
  SKIPPED: SkipForward,
  FAILED: X,
} as const;
const tones: Readonly<Record<string, Tone>> = {
  OPEN: "info",
  DOING: "info",
  PASSED: "success",
  CONDITIONAL: "warning",
  FAILED: "error",
};

/** The document that does a step, by the step's code. */
const documents: Readonly<Record<string, string>> = {
  QUALIFY_CENSOR: "SrmSlcQualifyHeader",
  LOCALE_INSPECT: "SrmSlcLocaleInspect",
  SAMPLE_TRIAL: "SrmSlcSampleTrial",
  BATCH_TRYOUT: "SrmSlcBatchTryout",
  AGREEMENT_SIGNING: "SrmSlcAgreementSigning",
  QUALIFIED: "SrmSlcQualifiedSupplier",
};
const routeOf = (docType: unknown): string | undefined => targetOf(String(docType ?? ""))?.pages?.edit;

const isOpen = (node: Node): boolean => ["OPEN", "DOING", "CONDITIONAL"].includes(String(node.nodeStatus));
const isLate = (node: Node): boolean => isOpen(node) && Boolean(node.dueDate) && String(node.dueDate) < today();

/** Begins the document of a step with what the introduction knows already. */
async function begin(of: Track, node: Node): Promise<void> {
  const route = routeOf(documents[String(node.nodeCode)]);
  if (!route) return;
  const known = ["supplierId", "supplierCode", "supplierName", "orgId", "orgCode", "orgName", "sceneId", "sceneCode", "sceneName"] as const;
  const ids = of.categoryIds ?? [];
  const key = String(node.id);
  handOver(`copy:${key}`, {
    ...Object.fromEntries(known.map((name) => [name, of[name]])),
    trackId: of.id,
    trackCode: of.trackNo,
    trackName: of.trackNo,
    ...(node.nodeCode === "QUALIFY_CENSOR" ? { categories: ids.map((categoryId) => ({ categoryId })) } : {}),
  });
  await openPage({ path: route, query: { from: key } });
}

function whenOf(node: Node, say: (text: Text) => string): string {
  if (node.doneDate) return node.doneDate.slice(0, 10);
  if (isOpen(node) && node.dueDate) {
    const due = say([`期限 ${node.dueDate}`, `Due ${node.dueDate}`]);
    return isLate(node) ? say([`超期，${due}`, `Late, ${due}`]) : due;
  }
  return node.slaDays && node.nodeStatus === "WAITING" ? say([`${node.slaDays} 天`, `${node.slaDays} days`]) : "";
}

/** The way of an introduction: steps from left to right, those of one number under each other. */
export function TrackSteps({ of }: { readonly of: Track }) {
  const say = useText();
  const names = useLookup("SLC_NODE");
  const states = useLookup("TRACK_NODE_STATUS");
  const viewer = useViewer();
  const inside = viewer.audience === "internal";
  const stageOf = (node: Node): Stage => {
    const status = node.nodeStatus as keyof typeof icons;
    const Icon = icons[status] ?? Minus;
    const route = inside && node.docId ? routeOf(node.docType) : undefined;
    const startable = inside && status === "OPEN" && !node.docId && routeOf(documents[node.nodeCode ?? ""]) && viewer.may("btnAdd");
    const rounds = Number(node.roundNo ?? 0);
    return {
      key: node.id,
      mark: <Icon size={14} />,
      title: names.meaning(node.nodeCode),
      tone: tones[status],
      late: isLate(node),
      state: [
        states.meaning(status),
        node.requiredType === "OPTIONAL" ? say(["（可选）", " (optional)"]) : "",
        rounds > 1 ? say([` · 第 ${rounds} 轮`, ` · round ${rounds}`]) : "",
      ].join(""),
      notes: [
        whenOf(node, say),
        inside && status === "SKIPPED" ? (node.skipReason ?? say(["按流程规则", "By scenario"])) : "",
        route ? (
          <Button key="open" type="link" size="small" onClick={() => void openPage({ path: route, query: { id: node.docId! } })}>
            {say(["查看单据", "Open document"])}
          </Button>
        ) : null,
        startable ? (
          <Button key="start" type="link" size="small" onClick={() => void begin(of, node)}>
            {say(["开始办理", "Start"])}
          </Button>
        ) : null,
      ],
    };
  };
  const groups = [...Map.groupBy(of.nodes ?? [], (node) => Number(node.nodeSeq))].toSorted(([a], [b]) => a - b);
  return <Stepper label={say(["引入进度", "Onboarding progress"])} stages={groups.map(([, group]) => group.map(stageOf))} />;
}

/** One introduction on the page of a document that belongs to it, with what may be done with it as a whole. */
export function TrackPanel({ trackId }: { readonly trackId: string }) {
  const say = useText();
  const viewer = useViewer();
  const load = useLoad(`track:${trackId}`, () => entityCall.find(track, trackId));
  useChanged(track.name, load.again);
  const runner = useRunner({ entity: track, done: load.again });
  const running = load.data?.trackStatus === "RUNNING";
  const inside = viewer.audience === "internal";
  const nodes = load.data?.nodes ?? [];
  const skippable = nodes.some(
    ({ requiredType, nodeStatus }) => requiredType === "OPTIONAL" && ["WAITING", "OPEN", "DOING", "FAILED"].includes(nodeStatus ?? ""),
  );
  return (
    <section className="pg-section" aria-label={say(["引入进度", "Onboarding progress"])}>
      <Stack gap="s">
        <Inline>
          <h2 className="pg-h2">{say(["引入进度", "Onboarding progress"])}</h2>
          {load.data ? (
            <>
              <Words size="small">{load.data.trackNo}</Words>
              <StatusTag entity={track} code={load.data.trackStatus} />
            </>
          ) : null}
          <span className="pg-grow" />
          {load.data && running && inside && skippable && viewer.may("btnSkip") ? (
            <Button size="small" onClick={() => void runner.run("doSkip", load.data!)}>
              {say(["跳过节点", "Skip a node"])}
            </Button>
          ) : null}
          {load.data && running && inside && viewer.may("btnStop") ? (
            <Button size="small" danger onClick={() => void runner.run("doStop", load.data!)}>
              {say(["终止引入", "Stop"])}
            </Button>
          ) : null}
        </Inline>
        <PanelState load={load} empty={say(["还没有引入", "No onboarding yet"])} isEmpty={(row) => !row}>
          {(row) => <TrackSteps of={row} />}
        </PanelState>
      </Stack>
      {runner.dialogs}
    </section>
  );
}

/** All introductions of a supplier, the newest first; a supplier sees its own. */
export function SupplierTracks({ supplierId }: { readonly supplierId: string }) {
  const say = useText();
  const load = useRows(track, { supplierId: [supplierId], pageRows: 50 });
  return (
    <PanelState load={load} empty={say(["还没有引入。", "No onboarding yet."])} isEmpty={(rows) => rows.length === 0}>
      {(rows) => (
        <Stack gap="l">
          {rows.map((row) => (
            <TrackBox key={row.id} row={row} />
          ))}
        </Stack>
      )}
    </PanelState>
  );
}

function TrackBox({ row }: { readonly row: Track }) {
  const load = useLoad(`track:${row.id}:${row.versionNum}`, () => entityCall.find(track, row.id));
  return (
    <Box
      label={row.trackNo ?? ""}
      title={
        <>
          {row.trackNo} <StatusTag entity={track} code={row.trackStatus} />
        </>
      }
      note={row.orgName}
      end={<Words size="small">{[row.startDate, row.endDate].filter(Boolean).join(" – ")}</Words>}
    >
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(whole) => <TrackSteps of={whole} />}
      </PanelState>
    </Box>
  );
}
