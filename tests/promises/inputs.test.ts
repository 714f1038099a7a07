import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Refusal } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { checkedCall } from "#kernel/server/http/checked-call.ts";
import type { Client } from "../support/client.ts";
import { openTestProduct, type TestProduct } from "../support/product.ts";
import { none } from "./house.ts";

/** A name nobody knows is refused wherever it travels, by every call that is not an entity's own, before anything is done. */
const stranger = "nobodyKnowsThis";
const unknownCodes = ["FIELD_UNKNOWN", "FILTER_UNKNOWN"];

let product: TestProduct;
let calls: readonly Call[] = [];
let all: () => readonly Call[] = () => [];
let admin: Client;

beforeAll(async () => {
  product = await openTestProduct([], [{ code: "spy", calls: (at) => ((all = at.calls), []) }]);
  calls = all();
  admin = await product.signIn("admin");
});
afterAll(() => product?.drop());

/** A request that brings one name where this call reads its names. */
function requestWith({ input, method }: Call, given: object): Context["request"] {
  const place = "in" in input && input.in ? input.in : method === "GET" ? "query" : "body";
  const upload = place === "meta" ? { meta: { files: [], ...given } } : undefined;
  return { headers: {}, body: {}, query: {}, passage: { upload }, ...(upload ? {} : { [place]: given }) } as unknown as Context["request"];
}

/** What a call answers to these names, and whether its handler ran. */
async function tried(call: Call, given: object): Promise<{ readonly ran: boolean; readonly refusal: Refusal | null }> {
  let ran = false;
  const spied = checkedCall({ ...call, handle: async () => void (ran = true) }, product.kernel);
  try {
    await spied.handle({ request: requestWith(call, given) } as Context, {});
    return { ran, refusal: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ran, refusal: error };
  }
}

const nameOf = ({ method, service, path }: Call): string => `${method ?? "POST"} ${service}/${path}`;
const toleratedBy = ({ input }: Call): string | undefined => ("tolerates" in input ? input.tolerates : undefined);

describe("what calls take", () => {
  test("every call refuses a name nobody knows, in both languages and by its name, and does nothing", async () => {
    expect(calls.length).toBeGreaterThan(500);
    const wrong: string[] = [];
    for (const call of calls.filter((candidate) => !toleratedBy(candidate))) {
      const { ran, refusal } = await tried(call, { [stranger]: "x" });
      const isNamed = refusal !== null && unknownCodes.includes(refusal.code) && refusal.text.every((text) => text.includes(stranger));
      if (ran || !isNamed) wrong.push(`${nameOf(call)}: ${ran ? "ran" : (refusal?.code ?? "nothing")}`);
    }
    none(wrong);
  });

  test("every declared name refuses a value of another kind", async () => {
    const wrongValue: Readonly<Record<string, unknown>> = {
      text: [1],
      id: { a: 1 },
      int: "many",
      flag: "perhaps",
      yn: "perhaps",
      date: "someday",
      time: [1],
      texts: "one",
      ids: [1],
      list: "one",
      object: "one",
      sealed: 7,
      cipher: 7,
    };
    const wrong: string[] = [];
    for (const call of calls)
      for (const [name, kind] of Object.entries(call.input.names ?? {})) {
        if (kind === "any") continue;
        const { ran, refusal } = await tried(call, { [name]: wrongValue[kind] });
        if (ran || refusal?.code !== "FIELD_TYPE") wrong.push(`${nameOf(call)} ${name}: ${ran ? "ran" : (refusal?.code ?? "nothing")}`);
      }
    none(wrong);
  });

  test("only what others send in words of their own may bring more, and says why", () => {
    expect(
      calls
        .filter(toleratedBy)
        .map((call) => call.path)
        .sort(),
    ).toEqual([
      ...["baseLoginService/ssoCallback", "baseMsgUnsubscribeService/unsubscribe", "baseMsgUnsubscribeService/unsubscribe"],
      ...["baseOauthService/introspect", "baseOauthService/revoke", "baseOauthService/token"],
      ...["bpmTaskService/decideByMail", "bpmTaskService/decideByMail", "callback/:sourceCode"],
      ...["v1/esignSignRestful/link", "v1/esignSignRestful/link", "v1/esignSignRestful/linkPdf", "v1/esignSignRestful/signCallback"],
      ...["v1/srmPurDeliveryNoticeRestful/confirmByMail", "v1/srmPurDeliveryNoticeRestful/confirmByMail"],
      ...["v1/srmPurOrderHeaderRestful/confirmByMail", "v1/srmPurOrderHeaderRestful/confirmByMail"],
      "v1/srmSlcAgreementSigningRestful/signCallback",
    ]);
  });

  test("over the wire: the own profile, a picker, a report, an address, an upload and an address with a body", async () => {
    const before = (await admin.call("baseServer/baseUsersService/findOwn")).data;
    const refused = (code: string) => ({ status: "E", code, msg: expect.stringContaining(stranger) });
    const bad = { [stranger]: "x" };
    expect(await admin.call("baseServer/baseUsersService/saveOwn", { displayName: "Somebody", ...bad })).toMatchObject(
      refused("FIELD_UNKNOWN"),
    );
    expect((await admin.call("baseServer/baseUsersService/findOwn")).data).toEqual(before);
    expect(await admin.call("baseServer/baseUsersService/findPagination", bad)).toMatchObject(refused("FILTER_UNKNOWN"));
    const get = (path: string, query: string) => admin.call(path, {}, { method: "GET", query });
    expect(await get("baseServer/basePersonService/listByPage", `${stranger}=x`)).toMatchObject(refused("FILTER_UNKNOWN"));
    expect(await get("baseServer/baseOrganizationService/list", `${stranger}=x`)).toMatchObject(refused("FIELD_UNKNOWN"));
    const file = [{ name: "a.txt", bytes: Buffer.from("a") }];
    expect(await admin.upload("fileServer/v2/file/upload", file, bad)).toMatchObject(refused("FIELD_UNKNOWN"));
    expect(await admin.call("fileServer/v2/file/download", {}, { query: `id=x&${stranger}=x` })).toMatchObject(refused("FIELD_UNKNOWN"));
  });
});
