import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { declare } from "#kernel/declared.ts";
import { isTyped, keywordFields, lookupOfStates, type Action, type Entity } from "#kernel/entity.ts";
import { scaleOf, isDecimalKind, type Field, type Fields } from "#kernel/field.ts";
import { isPage, pagesOf, type MenuFolder, type MenuPage } from "#kernel/module.ts";
import { nameClashes } from "#kernel/routes.ts";
import { schemaOf } from "#kernel/server/database/schema.ts";
import type { Text } from "#kernel/text.ts";
import { allModules, none, openHouse, type House } from "./house.ts";

/** Entities that modules still to come will declare; a reference to any other unknown name is a mistake. */
const later = ["SrmQstSurveyTemplate", "SrmQstPatternMaking"];

const declared = declare(allModules);
const entities = [...declared.entities.values()];
const pages = allModules.flatMap((m) => pagesOf(m.menus ?? []));
const actionsOf = (e: Entity): [string, Action][] => Object.entries(e.actions as Record<string, Action>);

const inner = (path: string, fields: Fields): [string, Field][] =>
  Object.entries(fields).flatMap(([key, f]): [string, Field][] => [
    [`${path}.${key}`, f],
    ...(f.rows ? inner(`${path}.${key}`, f.rows) : []),
  ]);
/** Every field with its place: fields, inputs of actions, rows inside a column. */
const everyField = entities.flatMap((e) => [
  ...inner(e.name, e.fields),
  ...actionsOf(e).flatMap(([name, a]) => inner(`${e.name}.${name}`, a.input ?? {})),
]);

const isPair = (text: Text | undefined): boolean => Array.isArray(text) && text[0].trim() !== "" && text[1].trim() !== "";

function everyText(): [string, Text][] {
  const menus = (list: readonly (MenuFolder | MenuPage)[]): [string, Text][] =>
    list.flatMap((m): [string, Text][] => [[`menu ${isPage(m) ? m.route : m.code}`, m.label], ...(isPage(m) ? [] : menus(m.children))]);
  return [
    ...everyField.map(([path, f]): [string, Text] => [path, f.label]),
    ...everyField.flatMap(([path, f]): [string, Text][] => (f.hint ? [[`${path} hint`, f.hint]] : [])),
    ...entities.flatMap((e): [string, Text][] => [
      [e.name, e.label],
      ...Object.entries((e.states ?? {}) as Record<string, Text>).map(([key, s]): [string, Text] => [
        `${e.name} state ${key}`,
        [s[0], s[1]],
      ]),
      ...actionsOf(e).flatMap(([name, a]): [string, Text][] => [
        [`${e.name}.${name}`, a.label],
        ...(a.confirm ? ([[`${e.name}.${name} confirm`, a.confirm]] as [string, Text][]) : []),
      ]),
      ...[e.views, ...Object.values(e.lists ?? {}).map((l) => l.views)].flatMap((views) =>
        Object.entries(views ?? {}).map(([key, v]): [string, Text] => [`${e.name} view ${key}`, [v[0], v[1]]]),
      ),
      ...Object.entries(e.lists ?? {}).flatMap(([key, l]): [string, Text][] => (l.title ? [[`${e.name} list ${key}`, l.title]] : [])),
      ...(e.pages?.sections ?? []).map((s): [string, Text] => [`${e.name} section`, [s[0], s[1]]]),
      ...(e.unique ?? []).flatMap((u): [string, Text][] => (u.text ? [[`${e.name} unique`, u.text]] : [])),
    ]),
    ...allModules.flatMap((m): [string, Text][] => [
      [`module ${m.code}`, m.label],
      ...menus(m.menus ?? []),
      ...Object.entries(m.settings ?? {}).map(([code, s]): [string, Text] => [`setting ${code}`, s.label]),
      ...Object.entries(m.roles ?? {}).map(([code, r]): [string, Text] => [`role ${code}`, r.label]),
      ...Object.entries(m.buttons ?? {}).flatMap(([code, b]): [string, Text][] => [
        [`button ${code}`, b.label],
        ...(b.confirm ? ([[`button ${code} confirm`, b.confirm]] as [string, Text][]) : []),
      ]),
      ...Object.entries(m.lookups ?? {}).flatMap(([type, l]): [string, Text][] => [
        [`lookup ${type}`, l.label],
        ...Object.entries(l.values).map(([code, t]): [string, Text] => [`lookup ${type} ${code}`, t]),
      ]),
      ...(m.widgets ?? []).map((w): [string, Text] => [`widget ${w.code}`, w.label]),
    ]),
  ];
}

describe("texts", () => {
  test("everything a person reads exists in Chinese and in English", () => {
    none(
      everyText()
        .filter(([, text]) => !isPair(text))
        .map(([path]) => path),
    );
  });

  test("the Chinese half is Chinese, the English half is not", () => {
    const isHan = (text: string) => /[\u4e00-\u9fff]/.test(text);
    const strange = everyText().filter(([, [cn, en]]) => isHan(en) || (!isHan(cn) && cn !== en && !/^[\w.+\-/ ]+$/.test(cn)));
    none(strange.map(([path, text]) => `${path}: ${text.join(" | ")}`));
  });
});

describe("fields", () => {
  test("every lookup a field chooses from exists, with codes in both languages", () => {
    const shipped = new Map([
      ...allModules.flatMap((m) => Object.entries(m.lookups ?? {})).map(([type, l]) => [type, Object.keys(l.values)] as const),
      ...entities.filter((e) => e.states).map((e) => [lookupOfStates(e), Object.keys(e.states!)] as const),
    ]);
    const made = new Set(["ACTION", "BILL_TYPE", "ENTITY", "JOB_HANDLER", "NOTICE_EVENT", "PENDING_TYPE"]);
    const asked = everyField.filter(([, f]) => f.kind === "pick" || f.kind === "picks");
    none(asked.filter(([, f]) => !made.has(f.lookup!) && !shipped.get(f.lookup!)?.length).map(([path, f]) => `${path} → ${f.lookup}`));
  });

  test("states and their lookup name the same codes", () => {
    const lookups = new Map(allModules.flatMap((m) => Object.entries(m.lookups ?? {})));
    const differing = entities
      .filter((e) => e.states && lookups.has(lookupOfStates(e)))
      .filter((e) => Object.keys(e.states!).some((code) => !(code in lookups.get(lookupOfStates(e))!.values)));
    none(differing.map((e) => e.name));
  });

  test("every reference leads to an entity, or to one of a module still to come", () => {
    const lost = everyField.filter(
      ([, f]) => (f.kind === "ref" || f.kind === "refs") && !declared.entities.has(f.target!) && !later.includes(f.target!),
    );
    none(lost.map(([path, f]) => `${path} → ${f.target}`));
    none(later.filter((name) => declared.entities.has(name)));
  });

  test("an initial value is one its own field accepts", () => {
    const lookups = new Map(allModules.flatMap((m) => Object.entries(m.lookups ?? {})));
    const wrong = everyField.filter(([, f]) => {
      if (f.initial === undefined || f.initial === null) return false;
      if (isDecimalKind(f.kind))
        return typeof f.initial !== "string" || !/^-?\d+(\.\d+)?$/.test(f.initial) || (f.initial.split(".")[1] ?? "").length > scaleOf(f)!;
      if (f.kind === "int") return !Number.isInteger(f.initial);
      if (f.kind === "yn") return f.initial !== "Y" && f.initial !== "N";
      if (f.kind === "pick") return lookups.has(f.lookup!) && !(String(f.initial) in lookups.get(f.lookup!)!.values);
      return typeof f.initial !== "string";
    });
    none(wrong.map(([path, f]) => `${path} = ${JSON.stringify(f.initial)}`));
  });

  test("money and price name a currency field that exists", () => {
    const wrong = entities.flatMap((e) =>
      Object.entries(e.fields)
        .filter(([, f]) => f.currency && !(f.currency in e.fields))
        .map(([key]) => `${e.name}.${key}`),
    );
    none(wrong);
  });

  /** The gate reads the caller's language from every body, actions read which documents are meant: a field of that name could never be sent. Rows and a reason reach an action that asks for them. */
  test("no field bears a name that requests keep for themselves", () => {
    const every = ["language"];
    const ofActions = [...every, "requestId", "id", "ids", "versionNum", "confirmed"];
    const ofLists = ["pageIndex", "pageRows", "orderBy", "needSums", "list", "view", "count", "keyword", "ids"];
    const open = entities.filter((e) => !e.internal);
    const clashes = [
      ...open.flatMap((e) =>
        Object.keys(e.fields)
          .filter((key) => every.includes(key) && (e.saves !== undefined || declared.parent(e)) && !e.fields[key]!.computed)
          .map((key) => `${e.name}.${key} cannot be saved`),
      ),
      ...open.flatMap((e) =>
        Object.keys(e.fields)
          .filter((key) => [...ofLists, ...every].includes(key))
          .filter((key) => [...(e.search ?? []), ...Object.values(e.lists ?? {}).flatMap((l) => l.search ?? [])].includes(key as never))
          .map((key) => `${e.name}.${key} cannot be filtered by`),
      ),
      ...open.flatMap((e) =>
        actionsOf(e).flatMap(([name, a]) =>
          Object.keys(a.input ?? {})
            .filter((key) => ofActions.includes(key))
            .map((key) => `${e.name}.${name} input ${key} cannot be sent`),
        ),
      ),
    ];
    none(clashes);
  });

  test("a secret never stands where everybody reads: titles, lists, searches, numbers", () => {
    const wrong = entities
      .filter((e) => !e.internal)
      .flatMap((e) =>
        [...e.title, ...(e.list ?? []), ...(e.search ?? []), ...(e.importKey ?? [])]
          .filter(
            (key) =>
              e.fields[key]?.hidden === "all" ||
              e.fields[key]?.kind === "secret" ||
              ((e.search ?? []).includes(key as never) && e.fields[key]?.hidden),
          )
          .map((key) => `${e.name}.${key}`),
      );
    none([...new Set(wrong)]);
  });

  test("every text that is looked through for a part of it has an index made for that, or a million rows are read for each letter", () => {
    const schema = schemaOf(declared);
    const wrong = entities
      .filter((e) => !e.view)
      .flatMap((e) => {
        const typed = [e, ...Object.values(e.lists ?? {})].flatMap((entity) => (entity.search ?? []).filter((key) => isTyped(e, key)));
        const bodies = Object.values(schema[e.name]!.indexes);
        return [...new Set([...keywordFields(e), ...typed])]
          .filter((key) => !bodies.includes(`using gin ("${key}" gin_trgm_ops)`))
          .map((key) => `${e.name}.${key}`);
      });
    none(wrong);
  });

  test("what suppliers are shown exists", () => {
    const wrong = entities.flatMap((e) =>
      (e.shows?.supplier ?? [])
        .filter(
          (key) =>
            !(key in e.fields) &&
            !(key in e.lines) &&
            !["id", "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum"].includes(key),
        )
        .map((key) => `${e.name}.${key}`),
    );
    none(wrong);
    const blind = entities.filter((e) => e.sees.supplier && !e.internal && !e.shows?.supplier).map((e) => e.name);
    none(blind);
  });
});

describe("pages and buttons", () => {
  test("no two routes share a name", () => {
    none(nameClashes(pages.flatMap((p) => [p.route, ...p.children])).map((routes) => routes.join(" = ")));
  });

  test("every default page stands in the menu", () => {
    const routes = new Set(pages.flatMap((p) => [p.route, ...p.children]));
    const asked = entities.flatMap((e) =>
      [e.pages?.list, e.pages?.edit, ...Object.values(e.lists ?? {}).map((l) => l.route)].flatMap((route) =>
        route ? [[e.name, route] as const] : [],
      ),
    );
    none(asked.filter(([, route]) => !routes.has(route)).map((pair) => pair.join(" ")));
  });

  const dictionary = new Set(allModules.flatMap((m) => Object.keys(m.buttons ?? {})));
  test("every button is in the dictionary", () => {
    const used = [...pages.flatMap((p) => p.buttons), ...entities.flatMap((e) => actionsOf(e).map(([, a]) => a.button))];
    none([...new Set(used)].filter((b) => !dictionary.has(b)));
  });

  const shownOn = (e: Entity): readonly MenuPage[] => {
    const own = pages.filter((p) => p.entities.includes(e));
    const parent = declared.parent(e)?.entity;
    return own.length || !parent ? own : shownOn(parent);
  };
  const inMenus = new Set(allModules.filter((m) => m.menus?.length).flatMap((m) => m.entities));
  test("every action's button is offered by some page that shows its entity", () => {
    const unreachable = [...inMenus].flatMap((e) => {
      const here = new Set(shownOn(e).flatMap((p) => p.buttons));
      return actionsOf(e)
        .filter(([, a]) => a.who !== "system" && !a.quiet && !here.has(a.button))
        .map(([name, a]) => `${e.name}.${name} ${a.button}`);
    });
    none(unreachable);
  });

  test("what people may save and delete, some page offers to save and delete", () => {
    const personal = (e: Entity) => e.mine !== undefined || (e.open && typeof e.saves === "object" && !Array.isArray(e.saves));
    const unreachable = [...inMenus]
      .filter((e) => !e.internal && !personal(e))
      .flatMap((e) => {
        const here = new Set(shownOn(e).flatMap((p) => p.buttons));
        return [
          ...(e.saves && !here.has("btnSave") ? [`${e.name} btnSave`] : []),
          ...(e.deletes && !here.has("btnDelete") ? [`${e.name} btnDelete`] : []),
        ];
      });
    none(unreachable);
  });

  test("roles grant only pages and buttons that exist, on their own side", () => {
    const byRoute = new Map(pages.map((p) => [p.route, p]));
    const wrong = allModules.flatMap((m) =>
      Object.entries(m.roles ?? {}).flatMap(([code, role]) =>
        role.grants.flatMap((grant) => {
          const [route, ...buttons] = typeof grant === "string" ? [grant] : grant;
          if (route === "*") return [];
          const page = byRoute.get(route!);
          if (!page) return [`${code} ${route}`];
          return [
            ...buttons.filter((b) => !page.buttons.includes(b)).map((b) => `${code} ${route} ${b}`),
            ...(page.audience === "BOTH" || page.audience === role.audience ? [] : [`${code} ${route} audience`]),
          ];
        }),
      ),
    );
    none(wrong);
  });
});

describe("examples", () => {
  let house: House;
  beforeAll(async () => void (house = await openHouse(11)));
  afterAll(() => house?.drop());

  const made = entities.filter((e) => !e.internal && !e.view && (e.saves !== undefined || !declared.parent(e)));
  test.each(made.map((e) => e.name))("%s can be made from its declaration, whole and with the least", async (name) => {
    const e = declared.entity(name);
    expect((await house.make.make(e))["id"]).toBeTypeOf("string");
    expect((await house.make.make(e, {}, { full: true }))["id"]).toBeTypeOf("string");
  });
});
