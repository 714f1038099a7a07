import { createServer, type Server } from "node:net";
import { afterEach, expect, test } from "vitest";
import { Outside } from "#kernel/server/outside/outside.ts";
import { pop3Reader } from "./mailbox.ts";

const outside = new Outside("127.0.0.1:*", { log: () => undefined });
let server: Server | null = null;
afterEach(() => void server?.close());

/** A POP3 server with these letters; what was deleted goes when the talk ends properly. */
async function boxOf(letters: string[]): Promise<string> {
  server = createServer((socket) => {
    const going = new Set<number>();
    socket.write("+OK ready\r\n");
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      for (const line of String(bytes).split("\r\n").filter(Boolean)) {
        const [command, word = ""] = line.split(" ");
        if (command === "PASS") socket.write(word === "right" ? "+OK\r\n" : "-ERR wrong\r\n");
        else if (command === "LIST") socket.write(`+OK\r\n${letters.map((letter, i) => `${i + 1} ${letter.length}\r\n`).join("")}.\r\n`);
        else if (command === "RETR") socket.write(`+OK\r\n${letters[Number(word) - 1]!.replace(/^\./gm, "..")}\r\n.\r\n`, "latin1");
        else if (command === "DELE") socket.write(going.add(Number(word) - 1).size > 0 ? "+OK\r\n" : "");
        else if (command === "QUIT") {
          for (const at of [...going].sort((a, b) => b - a)) letters.splice(at, 1);
          socket.end("+OK\r\n");
        } else socket.write("+OK\r\n");
      }
    });
  });
  await new Promise<void>((ready) => server!.listen(0, "127.0.0.1", ready));
  return `pop3://127.0.0.1:${(server.address() as { port: number }).port}?tls=none`;
}

test("a mailbox is read and emptied; a letter that could not be handled stays", async () => {
  const letters = ["Subject: one\r\n\r\n.hidden dot\r\n", "Subject: 二\r\n\r\ntext"].map((value) => Buffer.from(value).toString("latin1"));
  const endpoint = await boxOf(letters);
  const reader = pop3Reader(outside, { endpoint, account: "srm", secret: "right" });
  await expect(reader.poll(() => Promise.reject(new Error("the database is away")))).rejects.toThrow("the database is away");
  expect(letters).toHaveLength(2);
  const heard: string[] = [];
  expect(await reader.poll(async (letter) => void heard.push(letter))).toBe(2);
  expect(heard[0]).toContain("\r\n.hidden dot");
  expect(heard[1]).toContain("Subject: 二");
  expect(letters).toEqual([]);
  expect(await reader.poll(async () => undefined)).toBe(0);
});

test("a wrong secret and a server that is not there are said", async () => {
  const endpoint = await boxOf([]);
  await expect(pop3Reader(outside, { endpoint, account: "srm", secret: "wrong" }).poll(async () => undefined)).rejects.toThrow(
    "-ERR wrong",
  );
  server!.close();
  await expect(
    pop3Reader(outside, { endpoint: "pop3://127.0.0.1:1?tls=none", account: "srm", secret: "right" }).poll(async () => undefined),
  ).rejects.toThrow();
});
