import { expect, test } from "vitest";
import { readInbound } from "./inbound.ts";
import { report } from "./test-report.ts";

const id = "01m7g58mk300rxstbjnd";
test("a report names the delivery, its status, and whether the address is dead", () => {
  expect(readInbound(report("failed", "5.1.1"))).toEqual({
    kind: "BOUNCE",
    from: "mailer-daemon@mx.example.com",
    deliveryId: id,
    code: "5.1.1",
    isAddress: true,
  });
  expect(readInbound(report("failed", "5.7.1"))).toMatchObject({ kind: "BOUNCE", isAddress: false });
  expect(readInbound(report("failed", "4.4.7"))).toMatchObject({ kind: "BOUNCE", code: "4.4.7", isAddress: false });
  expect(readInbound(report("delayed", "4.4.1")), "still on its way").toBeNull();
});

const answer = (subject: string, text: string, more: readonly string[] = []): string =>
  [`From: Li <li@supplier.example>`, `Subject: ${subject}`, `In-Reply-To: <${id}@example.com>`, ...more, "", text].join("\r\n");

test("an answer is told from a wish to hear no more and from a machine's word", () => {
  expect(readInbound(answer("Re: order", "We ship on Monday.\r\n\r\nTD"))).toMatchObject({ kind: "REPLY", deliveryId: id });
  expect(readInbound(answer("退订", ""))).toMatchObject({ kind: "UNSUBSCRIBE", from: "li@supplier.example", deliveryId: id });
  expect(readInbound(answer("Re: order", "\r\nTD\r\n\r\n> order"))).toMatchObject({ kind: "UNSUBSCRIBE" });
  expect(readInbound(answer("Out of office", "back on Monday", ["Auto-Submitted: auto-replied"]))).toBeNull();
  expect(readInbound("nonsense")).toMatchObject({ kind: "REPLY", deliveryId: null });
});
