import type { Channel, Instance, Variables } from "./state.ts";

interface ByTask {
  readonly by: string;
  readonly taskId: string;
}

interface TakingTask extends ByTask {
  /** The absent candidate of a group's task for whom somebody stands in. */
  readonly onBehalfOf?: string;
}

interface Opinion {
  readonly comment?: string;
  readonly fileIds?: string;
  readonly channel?: Channel;
  /** Fields edited in the same action, old and new. */
  readonly edits?: { readonly before: Variables; readonly after: Variables };
  /** Live variables after those edits. */
  readonly variables?: Variables;
  readonly amount?: string | null;
  /** The document's version as the person saw it and as it is. */
  readonly version?: { readonly shown: number; readonly stored: number };
  /** People chosen for later nodes. */
  readonly picks?: Readonly<Record<string, readonly string[]>>;
}

/** What an administrator does from outside: always with a reason, above the limit with a second administrator. */
interface Intervention {
  readonly by: string;
  readonly comment: string;
  readonly secondBy?: string;
}

export type Opening = Pick<
  Instance,
  | "id"
  | "billTypeCode"
  | "bizEntity"
  | "bizId"
  | "billNum"
  | "subject"
  | "starterOrgId"
  | "variables"
  | "amount"
  | "withdrawPolicy"
  | "ownerUserId"
  | "parentInstanceId"
>;

/** Everything that can happen to an instance; `by` is a user id. */
export type Event =
  | { readonly do: "start"; readonly by: string; readonly opening: Opening; readonly picks?: Instance["picks"] }
  | ({ readonly do: "claim" } & TakingTask)
  | ({ readonly do: "unclaim" | "read" } & ByTask)
  | ({ readonly do: "pass" } & TakingTask & Opinion)
  /** `target` is START or the id of a walked node. */
  | ({ readonly do: "reject"; readonly target: string } & TakingTask & Opinion)
  | ({ readonly do: "resubmit"; readonly by: string; readonly subject?: string } & Pick<
      Opinion,
      "variables" | "amount" | "picks" | "comment"
    >)
  | ({ readonly do: "transfer" | "delegate"; readonly to: string; readonly comment?: string } & ByTask)
  | ({ readonly do: "addSign"; readonly users: readonly string[]; readonly mode: AddMode; readonly comment?: string } & ByTask)
  /** `taskId` is the added signer's task. */
  | ({ readonly do: "removeSign" } & ByTask)
  | { readonly do: "withdraw"; readonly by: string; readonly comment?: string }
  | ({ readonly do: "revoke" } & ByTask)
  | ({ readonly do: "urge" } & ByTask)
  | { readonly do: "copy"; readonly by: string; readonly users: readonly string[]; readonly taskId?: string; readonly comment?: string }
  | ({ readonly do: "stop" | "suspend" | "resume" } & Omit<Intervention, "secondBy">)
  | ({ readonly do: "jump"; readonly nodeId: string } & Intervention)
  | ({ readonly do: "reassign"; readonly taskId: string; readonly to: string } & Intervention)
  | ({ readonly do: "change"; readonly variables: Variables; readonly amount?: string | null } & Intervention)
  | { readonly do: "fire"; readonly timerId: string }
  | { readonly do: "worked"; readonly tokenId: string; readonly variables?: Variables }
  | { readonly do: "failed"; readonly tokenId: string; readonly message: string }
  | { readonly do: "retry"; readonly tokenId: string; readonly by: string }
  /** A called process ended. */
  | { readonly do: "returned"; readonly tokenId: string; readonly result: "PASSED" | "REJECTED" | "WITHDRAWN" | "STOPPED" }
  /** A person left or was disabled; the taker takes the hand-over, null sends the seat to the administrators. */
  | { readonly do: "leave"; readonly userId: string; readonly takerId: string | null }
  /** The assignee lost the right to see the document: the node's rule is asked again for that seat. With `ifLost` only where the rule names him no longer; `not` names people who may not have it either. */
  | { readonly do: "reroute"; readonly taskId: string; readonly ifLost?: boolean; readonly not?: readonly string[] };

export type AddMode = "BEFORE" | "AFTER" | "PARALLEL";
/** One kind of event by its name. */
export type EventOf<D extends Event["do"]> = Event extends infer E
  ? E extends { readonly do: infer K }
    ? D extends K
      ? E & { readonly do: D }
      : never
    : never
  : never;
