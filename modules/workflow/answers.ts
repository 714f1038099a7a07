import type { Entity } from "#kernel/entity.ts";
import { compile, holds, type Expression } from "#kernel/expression/expression.ts";
import { scopeOf, type Scope } from "#kernel/expression/scope.ts";
import { calendar, organization } from "#kernel/platform/organization.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import type { Find, Moment } from "#kernel/rule.ts";
import { houseDay } from "#kernel/time.ts";
import { askRule } from "#modules/rules/index.ts";
import { addWorking, roundTheClock, shiftDue, type Calendar, type Hours } from "./engine/calendar.ts";
import { settingsOf, type Definition } from "./engine/definition.ts";
import { adminGroup, type Approvers, type Question } from "./engine/question.ts";
import type { Instance } from "./engine/state.ts";
import { formField, labelOf, type FormLine } from "./form.ts";
import { factOf, type Matter } from "./matter.ts";
import { People } from "./people.ts";
import { categoryBuyers, supplierContacts } from "./questions.ts";

const weekdays = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === "string" && value ? value.split(",").map((s) => s.trim()) : [];
const string = (value: unknown): string | null => (typeof value === "string" && value ? value : null);

/** What conditions may name besides the document's own fields. */
const own: Scope = {
  amount: { label: ["金额（本位币）", "Amount (base currency)"], type: "number" },
  billTypeCode: { label: ["单据类型", "Document type"], type: "text" },
  starterUserId: { label: ["发起人", "Submitted by"], type: "text" },
  starterOrgId: { label: ["发起组织", "Submitter's organisation"], type: "text" },
  round: { label: ["轮次", "Round"], type: "number" },
};

/** The fields of a form as conditions see them; several choices are a list of texts. */
function formScope(form: readonly FormLine[]): Scope {
  const several = form
    .filter(({ kind }) => kind === "choices")
    .map((line) => [line.key, { label: labelOf(line), type: "text", many: true }]);
  const fields = Object.fromEntries(form.map((line) => [line.key, formField(line)]));
  return { ...scopeOf({ label: ["表单", "Form"], fields, lines: {} }), ...Object.fromEntries(several) };
}

/** A field of the form never hides one of the document. */
export const conditionScope = (entity: Entity | null, form: readonly FormLine[] = []): Scope => ({
  ...formScope(form),
  ...(entity ? scopeOf(entity) : {}),
  ...own,
});

const compiled = new WeakMap<Entity, Map<string, Expression | null>>();

function expressionOf(text: string, entity: Entity, form: readonly FormLine[]): Expression | null {
  const known = compiled.get(entity) ?? new Map<string, Expression | null>();
  compiled.set(entity, known);
  const key = `${form.length ? JSON.stringify(form) : ""}|${text}`;
  if (!known.has(key)) {
    if (known.size > 2000) known.clear();
    try {
      known.set(key, compile(text, conditionScope(entity, form), { type: "yesNo" }));
    } catch {
      // A condition nobody can read is not met; publishing has refused it before.
      known.set(key, null);
    }
  }
  return known.get(key) ?? null;
}

/** Finds out for the engine what it asks, from the organisation, the document, the rules and the calendar, at the moment of the action. */
export class Answers {
  readonly people: People;
  readonly #find: Find;
  readonly #at: Moment;
  readonly #zone: string;
  readonly #matter: Matter;
  readonly #definition: Definition;
  readonly #calendars = new Map<string, Promise<Calendar>>();

  constructor(find: Find, at: Moment, zone: string, matter: Matter, definition: Definition) {
    this.#find = find;
    this.#at = at;
    this.#zone = zone;
    this.#matter = matter;
    this.#definition = definition;
    this.people = new People(find, at);
  }

  answer(question: Question, instance: Instance): Promise<unknown> {
    switch (question.ask) {
      case "approvers":
        return this.#approvers(question.nodeId, instance);
      case "upper":
        return this.people.above(question.of ?? instance.starterUserId);
      case "members":
        return this.members(question.group);
      case "person":
        return this.people.person(question.userId, this.#matter.bill?.id ?? null, instance.starterUserId);
      case "condition":
        return this.#condition(question.condition, instance);
      case "copies":
        return this.#copies(question.rule, instance);
      case "due":
        return this.#calendar(question.useCalendar, instance).then((days) => addWorking(days, question.from, question.minutes));
      case "shift":
        return this.#calendar(question.useCalendar, instance).then((days) => shiftDue(days, question.due, question.from, question.to));
      case "fourEyesAmount":
        return this.#find.setting("BPM_FOUR_EYES_AMOUNT", this.#org(instance) ? { orgId: this.#org(instance)! } : {});
    }
  }

  /** The same for a look ahead, where clocks and stand-ins do not matter. */
  async foresee(question: Question, instance: Instance): Promise<unknown> {
    if (question.ask === "due") return question.from;
    if (question.ask === "shift") return question.due;
    if (question.ask === "copies") return [];
    if (question.ask === "person") {
      const found = await this.#find.maybe(user, question.userId);
      return { active: found?.userStatus === "ACTIVE", delegateIds: [] };
    }
    return this.answer(question, instance);
  }

  members(group: string): Promise<readonly string[]> {
    return this.people.members(group, this.#matter);
  }

  #org(instance: Instance): string | null {
    return factOf(this.#matter, "org") ?? instance.starterOrgId;
  }

  async #approvers(nodeId: string, instance: Instance): Promise<Approvers> {
    const { approverRule, ruleValue, multiMode } = settingsOf(this.#definition, nodeId);
    // Several signers are people; one task for whoever takes it stays with the group.
    const open = async (group: string): Promise<Approvers> => ({
      users: await this.members(group),
      ...(multiMode === "SINGLE" ? { group } : {}),
    });
    switch (approverRule) {
      case "RESP": {
        if (string(ruleValue["holds"])) return open(`HOLDS:${String(ruleValue["holds"])}`);
        const codes = strings(ruleValue["respCodes"] ?? ruleValue["respCode"]);
        if (codes.length === 1) return open(codes[0] === adminGroup ? adminGroup : `RESP:${codes[0]!}`);
        return { users: [...new Set((await Promise.all(codes.map((code) => this.members(`RESP:${code}`)))).flat())] };
      }
      case "POSITION": {
        const ids = strings(ruleValue["positionIds"] ?? ruleValue["positionId"]);
        if (ids.length === 1) return open(`POSITION:${ids[0]!}`);
        return { users: [...new Set((await Promise.all(ids.map((id) => this.members(`POSITION:${id}`)))).flat())] };
      }
      case "ORG_MANAGER":
        return { users: await this.#orgManagers(string(ruleValue["orgId"]) ?? this.#org(instance)) };
      case "CATEGORY_BUYER": {
        const categoryId = factOf(this.#matter, "category");
        return { users: categoryId ? [...new Set(await categoryBuyers.ask(this.#find, { categoryId, orgId: this.#org(instance) }))] : [] };
      }
      case "BPM_ROLE": {
        const code = string(ruleValue["roleCode"]) ?? "";
        return { users: await this.people.inRole(code, this.#org(instance), factOf(this.#matter, "category"), instance.amount) };
      }
      case "LEVEL_CHAIN":
        return this.people.levelsAbove(
          instance.starterUserId,
          instance.billTypeCode,
          instance.amount ?? "0",
          houseDay(new Date(instance.startedAt)),
        );
      case "INITIATOR_MANAGER":
        return { users: await this.people.above(instance.starterUserId) };
      case "FORMULA":
        return { users: await this.#byRule(string(ruleValue["ruleCode"]) ?? "", instance) };
      case "SUPPLIER_CONTACT":
        return { users: await this.#contacts(string(ruleValue["role"])) };
      default:
        return { users: [] };
    }
  }

  /** An organisation without a manager is answered for by the one above it. */
  async #orgManagers(orgId: string | null): Promise<readonly string[]> {
    let at = orgId;
    for (let climbs = 0; at && climbs < 10; climbs++) {
      const found = await this.people.managersOf(at);
      if (found.length) return found;
      at = (await this.#find.maybe(organization, at))?.parentOrgId ?? null;
    }
    return [];
  }

  async #contacts(role: string | null): Promise<readonly string[]> {
    const supplierId = factOf(this.#matter, "supplier");
    if (!supplierId) return [];
    const named = await supplierContacts.ask(this.#find, { supplierId, role });
    if (named.length) return [...new Set(named)];
    return (await this.#find.where(user, { supplierId, supAdminFlag: "Y", userStatus: "ACTIVE" })).map((u) => u.id);
  }

  async #byRule(ruleCode: string, instance: Instance): Promise<readonly string[]> {
    const { outputs } = await askRule(this.#find, ruleCode, this.#inputs(instance), { now: this.#at.now, zone: this.#zone });
    const users = strings(outputs["userIds"]);
    const roles = await Promise.all(strings(outputs["roleIds"]).map((code) => this.#roleOrResponsibility(code, instance)));
    const seats = await Promise.all(strings(outputs["positionIds"]).map((id) => this.people.sittingOn(id)));
    return [...new Set([...users, ...roles.flat(), ...seats.flat()])];
  }

  async #roleOrResponsibility(code: string, instance: Instance): Promise<readonly string[]> {
    const found = await this.people.inRole(code, this.#org(instance), factOf(this.#matter, "category"), instance.amount);
    return found.length ? found : this.people.wearing({ respCode: code });
  }

  #inputs({ variables, amount, billTypeCode, starterUserId, starterOrgId, round }: Instance): Readonly<Record<string, unknown>> {
    const { row } = this.#matter;
    const filled = this.#definition.form?.length ? (row["content"] as object | null) : null;
    return { ...filled, ...row, ...variables, amount, amountBase: amount, billTypeCode, starterUserId, starterOrgId, round };
  }

  async #condition(condition: string, instance: Instance): Promise<boolean> {
    if (/^NODE_\w+$/.test(condition.trim())) {
      const moment = { now: this.#at.now, zone: this.#zone };
      const { outputs } = await askRule(this.#find, condition.trim(), this.#inputs(instance), moment);
      return outputs["applies"] === true || outputs["applies"] === "Y";
    }
    const expression = expressionOf(condition, this.#matter.entity, this.#definition.form ?? []);
    return expression !== null && holds(expression, this.#inputs(instance), { now: this.#at.now, zone: this.#zone });
  }

  /** Receivers of copies: people, holders of a responsibility, the starter, his manager, people named by the document. */
  async #copies(rule: unknown, instance: Instance): Promise<readonly string[]> {
    if (typeof rule !== "object" || rule === null) return strings(rule);
    if (Array.isArray(rule)) return strings(rule);
    const { userIds, respCode, starter, manager, field } = rule as Record<string, unknown>;
    const parts = await Promise.all([
      strings(userIds),
      string(respCode) ? this.people.wearing({ respCode: String(respCode) }) : [],
      starter ? [instance.starterUserId] : [],
      manager ? this.people.above(instance.starterUserId) : [],
      string(field) ? strings(this.#matter.row[String(field)]) : [],
    ]);
    return [...new Set(parts.flat())];
  }

  #calendar(useCalendar: boolean, instance: Instance): Promise<Calendar> {
    if (!useCalendar) return Promise.resolve(roundTheClock);
    const orgId = this.#org(instance) ?? "";
    let known = this.#calendars.get(orgId);
    if (!known) this.#calendars.set(orgId, (known = this.#readCalendar(orgId)));
    return known;
  }

  async #readCalendar(orgId: string): Promise<Calendar> {
    return readCalendar(this.#find, orgId || null, this.#zone);
  }
}

/** Working time of an organisation: its calendar says the days, the settings say the hours. */
export async function readCalendar(find: Find, orgId: string | null, zone: string): Promise<Calendar> {
  let org = orgId ? await find.maybe(organization, orgId) : null;
  const own = org?.timeZone ?? zone;
  for (let climbs = 0; org && !org.calendarId && org.parentOrgId && climbs < 10; climbs++)
    org = await find.maybe(organization, org.parentOrgId);
  const days = org?.calendarId ? await find.maybe(calendar, org.calendarId) : null;
  const [from, to] = await Promise.all([
    find.setting("BPM_WORK_FROM", orgId ? { orgId } : {}),
    find.setting("BPM_WORK_TO", orgId ? { orgId } : {}),
  ]);
  const hours: readonly Hours[] = /^\d\d:\d\d$/.test(from) && /^\d\d:\d\d$/.test(to) && from < to ? [[from, to]] : [["09:00", "18:00"]];
  const off = days ? days.weekend : ["SAT", "SUN"];
  return {
    zone: own,
    week: Object.fromEntries(weekdays.map((day, i) => [i, off.includes(day) ? [] : hours])),
    days: Object.fromEntries((days?.days ?? []).map((d) => [d.day, d.isWorkday === "Y" ? hours : []])),
  };
}
