import { lookup, type Lookup } from "#kernel/module.ts";

/** The words of inspections. */
export const inspectLookups: Readonly<Record<string, Lookup>> = {
  PLAN_PERIOD: lookup("计划周期", "Plan period", {
    YEAR: ["年度", "Year"],
    H1: ["上半年", "First half"],
    H2: ["下半年", "Second half"],
    Q1: ["一季度", "Q1"],
    Q2: ["二季度", "Q2"],
    Q3: ["三季度", "Q3"],
    Q4: ["四季度", "Q4"],
  }),
  INSPECT_REASON: lookup(
    "考察原因",
    "Inspection reason",
    {
      NEW: ["新引入", "New"],
      PERIODIC: ["定期", "Periodic"],
      QUALITY_ISSUE: ["质量问题", "Quality issue"],
      CHANGE: ["变更", "Change"],
      CUSTOMER: ["客户要求", "Customer"],
    },
    "EXTENSIBLE",
  ),
  INSPECT_TYPE: lookup("考察类型", "Inspection type", {
    ADMISSION: ["准入", "Admission"],
    PERIODIC: ["定期", "Periodic"],
    SPECIAL: ["专项", "Special"],
    REVIEW: ["复审", "Review"],
  }),
  INSPECT_VISIT_MODE: lookup("考察方式", "Inspection mode", {
    ONSITE: ["现场", "On site"],
    REMOTE: ["远程", "Remote"],
    DOCUMENT: ["文件", "Documents"],
  }),
  INSPECT_RESULT: lookup("考察结论", "Inspection result", {
    PASS: ["通过", "Pass"],
    CONDITIONAL: ["有条件通过", "Conditional"],
    FAIL: ["不通过", "Fail"],
  }),
  FINDING_LEVEL: lookup("发现项级别", "Finding level", {
    CRITICAL: ["致命", "Critical"],
    MAJOR: ["严重", "Major"],
    MINOR: ["轻微", "Minor"],
    ADVICE: ["建议", "Advice"],
  }),
  OK_NG: lookup("合格判定", "OK or not", { OK: ["合格", "OK"], NG: ["不合格", "Not OK"] }),
};
