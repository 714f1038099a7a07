import { Refusal } from "#kernel/refusal.ts";
import { addSign, removeSign } from "./add-sign.ts";
import { failed, fire, retry, returned, worked } from "./clock.ts";
import { decide, resubmit, start } from "./decide.ts";
import type { Definition } from "./definition.ts";
import { changesBetween, type Effect } from "./effect.ts";
import type { Event } from "./event.ts";
import { delegate, leaveOf, reassign, reroute, transfer } from "./hand.ts";
import { advance } from "./move.ts";
import { copy, read, urge } from "./notice.ts";
import { claim, unclaim } from "./people.ts";
import { Needs, type Question } from "./question.ts";
import { suspended } from "./refusals.ts";
import { revoke } from "./revoke.ts";
import { isLive, type Deed, type Instance, type State } from "./state.ts";
import { Walk, type World } from "./walk.ts";
import { change, jump, resume, stop, suspend, withdraw } from "./whole.ts";

/** What one step comes to: a new state with its effects, a refusal that leaves everything as it was, or questions to answer first. */
export type Step =
  | { readonly state: State; readonly effects: readonly Effect[] }
  | { readonly refusal: Refusal }
  /** The instance as it would be when the questions are asked: conditions are true or false of its variables. */
  | { readonly needs: readonly Question[]; readonly instance: Instance };

/** Decides one event of one instance. Pure: the same arguments give the same step. A new instance starts from null. */
export function step(definition: Definition, state: State | null, event: Event, world: World): Step {
  const before = state ?? blank(definition, event, world);
  const walk = new Walk(definition, before, event, world);
  try {
    if (before.instance.status === "SUSPENDED" && !["resume", "stop", "read", "copy", "withdraw"].includes(event.do)) throw suspended();
    happen(walk, event);
    advance(walk);
  } catch (stopped) {
    if (stopped instanceof Needs) return { needs: stopped.questions, instance: walk.instance };
    if (stopped instanceof Refusal) return { refusal: stopped };
    throw stopped;
  }
  if (["RUNNING", "ERROR"].includes(walk.instance.status))
    walk.settle({ status: walk.tokens.some((t) => isLive(t) && t.error !== null) ? "ERROR" : "RUNNING" });
  return { state: walk.state, effects: [...changesBetween(state, walk.state), ...walk.effects] };
}

/** What the caller must find out before this step can be taken; it may have to be asked more than once. */
export function questionsOf(definition: Definition, state: State | null, event: Event, world: World): readonly Question[] {
  const taken = step(definition, state, event, world);
  return "needs" in taken ? taken.needs : [];
}

/** The state as history tells it: every step walked again with the answers it was given. */
export function replay(definition: Definition, deeds: readonly Deed[]): State {
  let state: State | null = null;
  for (const { replay: told, at } of deeds) {
    if (told === null) continue;
    const taken = step(definition, state, told.event, { now: at, answers: told.answers });
    if (!("state" in taken)) throw new Error(`history of ${definition.key} does not fit at ${at}`);
    state = taken.state;
  }
  if (!state) throw new Error("history is empty");
  return state;
}

function happen(walk: Walk, event: Event): void {
  switch (event.do) {
    case "start":
      return start(walk);
    case "claim":
      return claim(walk, event);
    case "unclaim":
      return unclaim(walk, event.taskId, event.by);
    case "read":
      return read(walk, { ...event, do: event.do });
    case "pass":
    case "reject":
      return decide(walk, event);
    case "resubmit":
      return resubmit(walk, event);
    case "transfer":
      return transfer(walk, { ...event, do: event.do });
    case "delegate":
      return delegate(walk, { ...event, do: event.do });
    case "addSign":
      return addSign(walk, event);
    case "removeSign":
      return removeSign(walk, event);
    case "withdraw":
      return withdraw(walk, event);
    case "revoke":
      return revoke(walk, event, (deeds) => replay(walk.definition, deeds));
    case "urge":
      return urge(walk, event);
    case "copy":
      return copy(walk, event);
    case "stop":
      return stop(walk, { ...event, do: event.do });
    case "suspend":
      return suspend(walk, { ...event, do: event.do });
    case "resume":
      return resume(walk, { ...event, do: event.do });
    case "jump":
      return jump(walk, event);
    case "reassign":
      return reassign(walk, event);
    case "change":
      return change(walk, event);
    case "fire":
      return fire(walk, event);
    case "worked":
      return worked(walk, event);
    case "failed":
      return failed(walk, event);
    case "retry":
      return retry(walk, event);
    case "returned":
      return returned(walk, event);
    case "leave":
      return leaveOf(walk, event);
    case "reroute":
      return reroute(walk, event);
  }
}

function blank(definition: Definition, event: Event, world: World): State {
  if (event.do !== "start") throw new Error(`there is no instance to ${event.do}`);
  const instance: Instance = {
    ...event.opening,
    modelKey: definition.key,
    version: definition.version,
    starterUserId: event.by,
    status: "RUNNING",
    picks: event.picks ?? {},
    round: 1,
    startedAt: world.now,
    endedAt: null,
    endResult: null,
    suspendedAt: null,
    lockVersion: 0,
  };
  return { instance, tokens: [], tasks: [], candidates: [], copies: [], timers: [], deeds: [] };
}
