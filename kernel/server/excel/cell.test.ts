import { describe, expect, test } from "vitest";
import { houseZone } from "#kernel/time.ts";
import { columnLetters, columnOf, fromSerial, readNumber, toSerial } from "./cell.ts";
import { seeded } from "./test-files.ts";
import { formatKind } from "./parts.ts";

describe("numbers come back as exact decimals", () => {
  test.each([
    ["12.50", "number", "12.50"],
    ["0.1", "number", "0.1"],
    ["-0", "number", "0"],
    ["+7", "number", "7"],
    ["007", "number", "7"],
    [".5", "number", "0.5"],
    ["5.", "number", "5"],
    ["1E3", "number", "1000"],
    ["1.5E-7", "number", "0.00000015"],
    ["-1.25e+4", "number", "-12500"],
    ["1.23456789012345E+19", "number", "12345678901234500000"],
    ["1.1000000000000001", "number", "1.1"],
    ["0.30000000000000004", "number", "0.3"],
    ["1.0049999999999999", "number", "1.005"],
    ["100000000000000.02", "text", "100000000000000.02"],
    ["1.2345678901234568E+20", "text", "123456789012345680000"],
    ["1000000000000000000", "text", "1000000000000000000"],
    ["12345678901234567890", "text", "12345678901234567890"],
    ["1234567890123456", "text", "1234567890123456"],
    ["1234567890123.4567", "text", "1234567890123.4567"],
    ["123456789012345", "number", "123456789012345"],
    ["1234567890123.450000", "number", "1234567890123.450000"],
    ["NaN", "text", "NaN"],
    ["1e999", "text", "1e999"],
    [".", "text", "."],
    ["1,5", "text", "1,5"],
  ])("%s", (given, kind, value) => {
    expect(readNumber(given)).toEqual({ kind, value });
  });

  test("a million digits are text at once, without backtracking", () => {
    const hostile = `0.${"0".repeat(1_000_000)}1`;
    expect(readNumber(hostile).kind).toBe("text");
  });
});

describe("dates", () => {
  test.each([
    ["1900-03-01", 61],
    ["2026-11-15", 46341],
    ["9999-12-31", 2958465],
    ["2024-02-29", 45351],
  ])("%s is day %i", (text, serial) => {
    expect(toSerial(text)).toBe(serial);
    expect(fromSerial(serial, false)).toEqual({ kind: "date", value: text });
  });

  test.each([
    "2026-02-29",
    "2026-13-01",
    "2026-00-10",
    "1899-12-31",
    "1900-02-28",
    "2026-1-5",
    "20260105",
    "2026-01-05 24:00:00",
    "2026-01-05T10:00:00 nonsense",
    "",
  ])("%s is no date a sheet can hold", (text) => {
    expect(toSerial(text)).toBeNull();
  });

  test("a moment with an offset is shown by the clock of the zone, also across a change of clocks", () => {
    expect(fromSerial(toSerial("2026-11-15T18:29:00.123Z", houseZone)!, false)).toEqual({
      kind: "datetime",
      value: "2026-11-16 02:29:00",
    });
    expect(fromSerial(toSerial("2026-03-29T00:59:59Z", "Europe/Berlin")!, false)?.value).toBe("2026-03-29 01:59:59");
    expect(fromSerial(toSerial("2026-03-29T01:00:00Z", "Europe/Berlin")!, false)?.value).toBe("2026-03-29 03:00:00");
    expect(fromSerial(toSerial("2026-03-01 10:00:00+08:00", "+08:00")!, false)?.value).toBe("2026-03-01 10:00:00");
    expect(fromSerial(toSerial("2026-03-01 10:00:00", houseZone)!, false)?.value).toBe("2026-03-01 10:00:00");
  });

  test("the day spreadsheets invented, and days outside the calendar, are no dates", () => {
    expect(fromSerial(60, false)).toBeNull();
    expect(fromSerial(1, false)?.value).toBe("1900-01-01");
    expect(fromSerial(-1, false)).toBeNull();
    expect(fromSerial(2_958_466, false)).toBeNull();
    expect(fromSerial(0, true)?.value).toBe("1904-01-01");
    expect(fromSerial(0.5, false)).toEqual({ kind: "time", value: "12:00:00" });
  });

  test("every second survives the way through a serial number", () => {
    const random = seeded(7);
    for (let i = 0; i < 5000; i++) {
      const moment = new Date(Date.UTC(1900, 2, 1) + Math.floor(random() * 8099 * 365.2425 * 86_400) * 1000)
        .toISOString()
        .slice(0, 19)
        .replace("T", " ");
      const back = fromSerial(toSerial(moment)!, false)!;
      expect(back.kind === "date" ? `${back.value} 00:00:00` : back.value).toBe(moment);
    }
  });
});

test("columns are counted in letters", () => {
  expect([0, 25, 26, 701, 702, 16383].map(columnLetters)).toEqual(["A", "Z", "AA", "ZZ", "AAA", "XFD"]);
  expect(["A1", "Z9", "aa3", "XFD1048576"].map(columnOf)).toEqual([0, 25, 26, 16383]);
  expect(columnOf("12")).toBe(-1);
  expect(columnOf("ABCD1")).toBe(-1);
});

test.each([
  ["General", "number"],
  ["0.00", "number"],
  ["@", "number"],
  ["#,##0.00;[Red]-#,##0.00", "number"],
  ['0.00"days"', "number"],
  ["0.0\\d", "number"],
  ["yyyy-mm-dd", "date"],
  ['yyyy"年"m"月"d"日"', "date"],
  ["[$-804]m/d/yy", "date"],
  ["mmm", "date"],
  ["hh:mm:ss", "time"],
  ["[h]:mm", "time"],
  ["mm:ss.0", "time"],
  ["G/通用格式", "number"],
])("format %s shows a %s", (code, kind) => {
  expect(formatKind(code)).toBe(kind);
});
