import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "#modules/contracts/index.ts";
import { openDemoProduct, type TestProduct } from "../support/product.ts";

let product: TestProduct;
beforeAll(async () => void (product = await openDemoProduct()));
afterAll(() => product?.drop());

const counts = async (entity: string): Promise<Readonly<Record<string, number>>> =>
  Object.fromEntries(
    (await product.kernel.db.query<{ status: string; n: number }>(`select status, count(*)::int as n from "${entity}" group by 1`)).map(
      ({ status, n }) => [status, n],
    ),
  );
const count = async (what: string): Promise<number> =>
  (await product.kernel.db.one<{ n: number }>(`select count(*)::int as n from ${what}`))!.n;

test("the demonstration has a clause library with a draft and a clause in approval, and templates in force", async () => {
  expect(await counts("SrmCctTerms")).toEqual({ APPROVED: 7, DRAFT: 1, APPROVING: 1 });
  expect(await counts("SrmCctTemplate")).toEqual({ APPROVED: 4 });
});

test("the demonstration has contracts in every state, written in the words of their templates", async () => {
  const found = await counts("SrmCctContract");
  expect(Object.keys(found).toSorted()).toEqual(Object.keys(contract.states!).toSorted());
  const [agreed] = await product.kernel.db.query<{ text: string }>(
    `select "textJson"::text as text from "SrmCctContract" where status = 'CONFIRMED' order by id limit 1`,
  );
  expect(agreed!.text).toMatch(/（[零壹贰叁肆伍陆柒捌玖拾佰仟万亿]+元[零壹贰叁肆伍陆柒捌玖角分]*整?）/);
  expect(agreed!.text).not.toContain("${");
});

const c = `"SrmCctContract" c where c."liveId" is null and`;
const of = (short: string): string => `c."supplierId" in (select id from "SrmSupInfo" where "shortName" = '${short}')`;
const flow = `join "SrmCctSignFlow" f on f.id = c."signFlowId" join "SrmCctSignTask" t on t."parentId" = f.id`;
const turn = (side: string): string =>
  `"SrmCctContract" c ${flow} where c.status = 'SIGNING' and t.side = '${side}' and t.state = 'WAIT' and t.seq = (select min(o.seq) from "SrmCctSignTask" o where o."parentId" = f.id and o.state = 'WAIT')`;
const stage = (status: string): string =>
  `"SrmCctPaymentStage" s join "SrmCctContract" c on c.id = s."parentId" where s."stageStatus" = '${status}'`;

const all: readonly (readonly [name: string, what: string])[] = [
  ["a deviation that waits for legal", `${c} c.status = 'APPROVING' and c."deviationLevel" = 'LEGAL'`],
  ["a deviation that waits for the manager", `${c} c.status = 'APPROVING' and c."deviationLevel" = 'MANAGER'`],
  ["a deviation that was approved", `"SrmCctContractTerms" t where t."deviationFlag" = 'Y' and t."deviationApprovedBy" is not null`],
  ["a change that the supplier suggests", `"SrmCctTextMark" where kind = 'CHANGE' and side = 'SUPPLIER' and status = 'OPEN'`],
  ["sent to Starcast", `${c} c.status = 'CONFIRMING' and ${of("星铸钣金")}`],
  ["sent to Whalefall", `${c} c.status = 'CONFIRMING' and ${of("鲸落塑业")}`],
  ["to sign on paper", `${c} c.status = 'PUBLISHED' and c."signMode" = 'PAPER'`],
  ["to start signing", `${c} c.status = 'PUBLISHED' and c."signMode" = 'ESIGN' and c."pdfFileId" is not null`],
  ["the supplier's turn to sign", turn("SUPPLIER")],
  ["our turn to sign", turn("BUYER")],
  ["signed by both sides", `${c} c.status = 'EFFECTIVE' and c."signMode" = 'ESIGN' and c."signedFileId" is not null`],
  ["signed by clicks", `${c} c."signMode" = 'CLICK' and c.status = 'EFFECTIVE'`],
  ["signed, in force later", `${c} c.status = 'SIGNED' and c."effectiveMode" = 'ON_DATE'`],
  ["ordered and received under", `${c} c.status = 'EFFECTIVE' and c."orderedAmount" > c."receivedAmount" and c."receivedAmount" > 0`],
  ...["WAIT", "TRIGGERED", "APPLYING", "PART_PAID", "PAID", "CLOSED"].map((status) => [`a stage ${status}`, stage(status)] as const),
  ["expiring", `"SrmCctWarning" where "warnType" = 'EXPIRE' and state = 'OPEN'`],
  ["a warning that was handled", `"SrmCctWarning" where state = 'HANDLED'`],
  ["a warning that was put off", `"SrmCctWarning" where state = 'SNOOZED'`],
  ["renewed by itself", `${c} c."renewedTimes" = 1 and c.status = 'EFFECTIVE'`],
  ["a renewal that is drafted", `${c} c."relationType" = 'RENEWAL' and c.status = 'DRAFT'`],
  ["changed", `${c} c."alterStatus" = 'DONE' and c.version = 2`],
  ["a change in approval", `"SrmCctAlteration" where status = 'APPROVING'`],
  ["a change that waits for the supplier", `"SrmCctAlteration" where status = 'CONFIRMING'`],
  ["ended by agreement, and settled", `"SrmCctTermination" where status = 'DONE' and kind = 'MUTUAL' and "claimAmount" > 0`],
  ["ended for a breach", `"SrmCctTermination" where status = 'DONE' and kind = 'BREACH_SUPPLIER'`],
  ["an end that waits for the supplier", `"SrmCctTermination" where status = 'CONFIRMING'`],
  ["a voiding in approval", `"SrmCctVoid" where status = 'APPROVING'`],
  ["archived", `"SrmCctArchive" where status = 'ARCHIVED'`],
  ["lent and overdue", `"SrmCctArchiveBorrow" where status = 'OUT' and "dueBack" < current_date`],
  ["a simplified contract in approval", `${c} c."contractClass" = 'SIMPLE' and c.status = 'APPROVING'`],
  ["made of an agreement", `${c} c."sourceType" = 'AGREEMENT' and c.status = 'EFFECTIVE'`],
  [
    "a mould fee that comes back",
    `"SrmCctMoldSampleRefund" where "refundKind" = 'MOLD' and "refundAmount" > 0 and "refundStatus" = 'TRACKING'`,
  ],
  ["a sample fee that was earned back", `"SrmCctMoldSampleRefund" where "refundKind" = 'SAMPLE' and "refundStatus" = 'REACHED'`],
  ["assets accepted", `"SrmCctAssetAcceptance" where status = 'DONE' and share > 0`],
  ["assets being accepted", `"SrmCctAssetAcceptance" where status = 'APPROVING'`],
  ["a signer who is checked", `"SrmCctSignPersonAccount" where "realNameState" = 'PASSED' and status = 'ACTIVE'`],
  ["a signer who is not", `"SrmCctSignPersonAccount" where "realNameState" = 'NONE'`],
  ["an account that is closed", `"SrmCctSignPersonAccount" where status = 'DISABLED'`],
  ["a watermark in use", `"SrmCctWatermark" where audience = 'SUPP' and "enabledFlag" = 'Y'`],
  ["a watermark not in use", `"SrmCctWatermark" where "enabledFlag" = 'N'`],
];
test.each(all)("the demonstration has %s", async (_, what) => {
  expect(await count(what)).toBeGreaterThanOrEqual(1);
});

test("legal, the buyer, the director and both suppliers have contracts among their to-dos", async () => {
  const open = await product.kernel.db.query<{ todo: string; who: string }>(
    `select distinct t."pendingType" as todo, coalesce(r."respCode", u."userName", s."shortName") as who from (select "pendingType", status, "respId", "supplierId", "userId" from "SrmBaseInsidePending" union all select "pendingType", status, "respId", "supplierId", "userId" from "SrmBaseSupplierPending") t
       left join "BaseResponsibility" r on r.id = t."respId" left join "SrmSupInfo" s on s.id = t."supplierId" left join "BaseUsers" u on u.id = t."userId"
     where t.status = 'OPEN' and t."pendingType" like 'CCT%'`,
  );
  const found = open.map(({ todo, who }) => `${who} ${todo}`);
  expect(found).toEqual(
    expect.arrayContaining([
      ...["LEGAL CCT_DEVIATION_LEGAL", "PUR_MANAGER CCT_DEVIATION_MANAGER", "lead.buyer CCT_SIGN"],
      ...["buyer.east01 CCT_START_SIGN", "buyer.east01 CCT_WARNING"],
      ...["星铸钣金 CCT_CONFIRM", "鲸落塑业 CCT_CONFIRM", "星铸钣金 CCT_TERMINATE_CONFIRM"],
    ]),
  );
});
