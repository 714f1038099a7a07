import { afterAll, beforeAll, expect, test } from "vitest";
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

test("the demonstration has a clause library with a draft and a clause in approval, and a template in force", async () => {
  expect(await counts("SrmCctTerms")).toEqual({ APPROVED: 7, DRAFT: 1, APPROVING: 1 });
  expect(await counts("SrmCctTemplate")).toEqual({ APPROVED: 1 });
});

test("the demonstration has contracts on every desk, written in the words of its template", async () => {
  expect(await counts("SrmCctContract")).toEqual({ DRAFT: 1, APPROVING: 2, APPROVED: 1, CONFIRMING: 2, SUPPLIER_REFUSED: 1, CONFIRMED: 2 });
  const [agreed] = await product.kernel.db.query<{ text: string }>(
    `select "textJson"::text as text from "SrmCctContract" where status = 'CONFIRMED' order by id limit 1`,
  );
  expect(agreed!.text).toContain("元整");
  expect(agreed!.text).not.toContain("${");
});
