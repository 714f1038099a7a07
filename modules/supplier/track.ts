import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { make, run, type Effect, type Moment } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import { track } from "./track.entity.ts";

export type Track = Doc<typeof track>;
export type TrackNode = Track["nodes"][number];

/** The nodes of an introduction as people call them. */
export const nodeNames: Readonly<Record<string, Text>> = {
  REGISTER: ["注册", "Registration"],
  QUESTIONNAIRE: ["问卷", "Questionnaire"],
  QUALIFY_CENSOR: ["资质审查", "Qualification review"],
  LOCALE_INSPECT: ["现场考察", "On-site inspection"],
  SAMPLE_TRIAL: ["样品试用", "Sample trial"],
  BATCH_TRYOUT: ["小批量试用", "Pilot run"],
  AGREEMENT_SIGNING: ["协议签署", "Agreement signing"],
  QUALIFIED: ["合格供应商", "Qualified"],
};
export const nodeName = (code: string): Text => nodeNames[code] ?? [code, code];

type Step = Pick<TrackNode, "nodeSeq" | "nodeCode" | "requiredType" | "nodeStatus" | "allowConcession">;

/** A node that must be done: compulsory, or conditional with its condition not met. */
export const isBinding = (node: Pick<Step, "requiredType">): boolean => node.requiredType !== "OPTIONAL";

/** Done as far as the path is concerned; a conditional pass counts where concession is allowed. */
export const isFinished = (node: Pick<Step, "nodeStatus" | "allowConcession">): boolean =>
  node.nodeStatus === "PASSED" || node.nodeStatus === "SKIPPED" || (node.nodeStatus === "CONDITIONAL" && node.allowConcession === "Y");

/** The nodes whose turn it is: those of the lowest number not finished, with the optional ones passed on the way. */
export function inTurn<N extends Step>(nodes: readonly N[]): N[] {
  const groups = [...Map.groupBy(nodes, (node) => node.nodeSeq)].toSorted(([a], [b]) => a - b).map(([, group]) => group);
  const turn: N[] = [];
  for (const group of groups) {
    turn.push(...group.filter((candidate) => !isFinished(candidate)));
    if (group.some((candidate) => isBinding(candidate) && !isFinished(candidate))) break;
  }
  return turn;
}

/** The binding nodes that stand between now and the given node. */
export const before = <N extends Step>(nodes: readonly N[], nodeCode: string): N[] => {
  const at = nodes.find((node) => node.nodeCode === nodeCode);
  return nodes
    .filter((node) => at !== undefined && node.nodeSeq < at.nodeSeq && isBinding(node) && !isFinished(node))
    .toSorted((a, b) => a.nodeSeq - b.nodeSeq);
};

/** An introduction that is over grants nothing more: a new one is needed. */
export const trackEnded = (of: Pick<Track, "trackStatus" | "trackNo">): Refusal | null =>
  ["PASSED", "FAILED", "STOPPED"].includes(of.trackStatus)
    ? refuse("SLC_TRK_003", `引入${of.trackNo ?? ""}已结束`, `Onboarding ${of.trackNo ?? ""} has ended`)
    : null;

/** Why a document of this node cannot begin or go on now; null when the node is open or the path has no such node. */
export function nodeClosed(
  of: Pick<Track, "trackStatus" | "trackNo"> & { readonly nodes: readonly Step[] },
  nodeCode: string,
): Refusal | null {
  const ended = trackEnded(of);
  if (ended) return ended;
  const first = before(of.nodes, nodeCode)[0];
  if (!first) return null;
  const [cn, en] = nodeName(first.nodeCode);
  return refuse("SLC_TRK_002", `前置节点${cn}未完成`, `Preceding node ${en} is not finished`);
}

/** What an introduction starts with. The document that starts it names its node, which is then in progress. */
export interface Opening {
  readonly supplierId: string;
  readonly orgId: string;
  readonly categoryIds: readonly string[];
  readonly sceneId: string;
  readonly ownerId: string;
  readonly nodeCode?: string;
  readonly docType?: string;
  readonly docId?: string;
}

/** Opens an introduction: the track with its nodes, the supplier's standing, the first to-dos. */
export function openTrackEffects(
  at: Pick<Moment, "newId" | "today">,
  opening: Opening,
): { readonly id: string; readonly effects: Effect[] } {
  const id = at.newId();
  const { nodeCode, docType, docId, ...fields } = opening;
  return {
    id,
    effects: [
      make(track, id, {
        ...fields,
        startDate: at.today,
        scopes: [...new Set(opening.categoryIds)].map((categoryId) => ({ categoryId })),
      }),
      run(track, id, "doOpen", {}),
      ...(nodeCode ? [run(track, id, "doNode", { nodeCode, nodeStatus: "DOING", docType: docType ?? null, docId: docId ?? null })] : []),
    ],
  };
}
