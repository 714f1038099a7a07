import { BarChart, LineChart, PieChart } from "echarts/charts";
import { GridComponent, LegendComponent, TooltipComponent } from "echarts/components";
import { init, use as bring, type EChartsCoreOption, type EChartsType } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { useEffect, useRef } from "react";
import type { Language } from "../../text.ts";
import { useLanguage } from "../language.ts";
import { useTheme } from "../theme/theme-mode.ts";
import { axisText, axisUnit, beginsNear, drawnSeries, fullText, isPercentSide, markTones, percentEnds } from "./axis.ts";
import type { Drawing, Series, Tone } from "./drawing.ts";

bring([BarChart, LineChart, PieChart, GridComponent, LegendComponent, TooltipComponent, SVGRenderer]);

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const tones: Readonly<Record<Tone, string>> = {
  dark: "--c-primary",
  pale: "--c-bar-pale",
  good: "--c-success",
  warm: "--c-warning",
  bad: "--c-error",
  grey: "--c-icon-off",
  faint: "--c-line-2",
  blue: "--c-role-4",
  none: "",
};
const colour = (tone: Tone): string => (tone === "none" ? "transparent" : token(tones[tone]));

/** What every drawing shares: no motion, our letters, a hint in full figures. */
function shared(drawing: Drawing) {
  const [ink, soft, line, font] = [token("--c-text"), token("--c-text-2"), token("--c-line"), token("--font")];
  return {
    animation: false,
    textStyle: { fontFamily: font, color: soft },
    aria: { enabled: false },
    tooltip: {
      trigger: drawing.shape === "donut" ? "item" : "axis",
      axisPointer: { type: "shadow" },
      confine: true,
      backgroundColor: token("--c-white"),
      borderColor: line,
      textStyle: { color: ink, fontSize: 12, fontFamily: font },
      valueFormatter: (value: unknown) => fullText(typeof value === "number" ? value : null, false),
    },
  };
}

const labelStyle = () => ({ color: token("--c-text-2"), fontSize: 11, fontFamily: token("--font") });

/** Parts of a whole: each named with its share. */
function donut(drawing: Drawing): EChartsCoreOption {
  const [series] = drawing.series;
  const whole = (series?.values ?? []).reduce<number>((all, value) => all + (value ?? 0), 0);
  const share = (name: string): string => {
    const value = series?.values[drawing.labels.indexOf(name)] ?? 0;
    return whole > 0 ? `${name}  ${((value / whole) * 100).toFixed(1)}%` : name;
  };
  return {
    ...shared(drawing),
    legend: {
      orient: "vertical",
      left: "52%",
      top: "middle",
      itemWidth: 10,
      itemHeight: 10,
      formatter: share,
      textStyle: { ...labelStyle(), width: 220, overflow: "truncate" },
    },
    series: [
      {
        type: "pie",
        radius: ["52%", "78%"],
        center: ["28%", "50%"],
        label: { show: false },
        itemStyle: { borderColor: token("--c-white"), borderWidth: 1 },
        data: drawing.labels.map((name, i) => ({
          name,
          value: series?.values[i] ?? 0,
          itemStyle: { color: colour(drawing.tones?.[i] ?? "pale") },
        })),
      },
    ],
  };
}

/** An axis of figures, all of them in one unit; prices begin near the least. */
function figureAxis(drawing: Drawing, series: readonly Series[], right: boolean, language: Language) {
  const unit = axisUnit(series, language);
  const percent = isPercentSide(series);
  return {
    type: "value",
    minInterval: drawing.whole && !percent ? 1 : 0,
    splitNumber: 4,
    ...(beginsNear(drawing) ? { scale: true } : {}),
    ...(percent ? percentEnds(series) : {}),
    splitLine: { show: !right, lineStyle: { color: token("--c-line") } },
    axisLabel: { ...labelStyle(), formatter: (value: number) => axisText(value, unit, percent) },
  };
}

/** Bars and columns have room for so much of a name. */
function nameAxis(drawing: Drawing, width: number) {
  const lying = drawing.shape === "bars";
  const room = lying ? Math.min(220, Math.round(width * 0.36)) : Math.max(44, Math.floor((width - 110) / drawing.labels.length) - 6);
  const isLong = drawing.labels.some((name) => name.length > 7);
  return {
    type: "category",
    data: [...drawing.labels],
    axisLine: { lineStyle: { color: token("--c-line") } },
    axisTick: { show: false },
    axisLabel: {
      ...labelStyle(),
      ...(isLong || lying ? { interval: 0, width: room, overflow: "truncate" } : { hideOverlap: true }),
    },
  };
}

function option(drawing: Drawing, width: number, language: Language): EChartsCoreOption {
  if (drawing.shape === "donut") return donut(drawing);
  const series = drawnSeries(drawing);
  const named = series.filter((candidate) => candidate.tone !== "none");
  const legend = {
    data: named.map((entry) => entry.label),
    type: "scroll",
    top: 0,
    left: 0,
    right: 0,
    itemWidth: 12,
    itemHeight: 8,
    textStyle: { ...labelStyle(), width: 150, overflow: "truncate" },
  };
  const [left, right] = [
    series.filter((candidate) => candidate.axis !== "right"),
    series.filter((candidate) => candidate.axis === "right"),
  ];
  const lying = drawing.shape === "bars";
  const names = nameAxis(drawing, width);
  const figures = figureAxis(drawing, left, false, language);
  const axes = right.length ? [figures, figureAxis(drawing, right, true, language)] : figures;
  const marks = markTones({ ...drawing, series });
  const unit = axisUnit(left, language);
  return {
    ...shared(drawing),
    ...(named.length > 1 ? { legend } : {}),
    grid: { left: 4, right: right.length ? 8 : lying ? 64 : 8, top: named.length > 1 ? 30 : 12, bottom: 4, containLabel: true },
    ...(lying ? { xAxis: axes, yAxis: { ...names, inverse: true } } : { xAxis: names, yAxis: axes }),
    series: series.map((entry, at) => ({
      type: entry.line ? "line" : "bar",
      name: entry.label,
      ...(entry.stack ? { stack: entry.stack } : {}),
      ...(entry.axis === "right" ? { yAxisIndex: 1 } : {}),
      barMaxWidth: lying ? 16 : 26,
      symbolSize: 5,
      connectNulls: entry.joined === true,
      lineStyle: { width: 2 },
      itemStyle: { color: colour(entry.tone), borderRadius: entry.stack ? 0 : 2 },
      tooltip: {
        ...(entry.tone === "none" ? { show: false } : {}),
        valueFormatter: (value: unknown) => fullText(typeof value === "number" ? value : null, isPercentSide([entry])),
      },
      ...(entry.tone === "none" ? { silent: true } : {}),
      label: {
        show: entry.labelled === true,
        position: lying ? "right" : "top",
        formatter: ({ value }: { readonly value: unknown }) => axisText(Number(value), unit, isPercentSide([entry])),
        color: token("--c-text"),
        fontSize: 11,
        fontFamily: token("--font"),
      },
      data: entry.values.map((value, i) => (marks[at]?.[i] ? { value, itemStyle: { color: colour(marks[at][i]) } } : value)),
    })),
  };
}

interface Props {
  readonly drawing: Drawing;
  readonly answer: string;
  readonly height: number;
  choose?(index: number, series: number): void;
}

/** Draws what a question comes to. The only place that knows the chart library; the table beside it says the same in words. */
export default function Chart({ drawing, answer, height, choose }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const mode = useTheme((state) => state.mode);
  const language = useLanguage((state) => state.language);
  const redraw = useRef<() => void>(() => {});
  const chosen = useRef(choose);
  chosen.current = choose;
  useEffect(() => {
    const made = init(box.current!, null, { renderer: "svg" });
    chart.current = made;
    made.on("click", (event) => chosen.current?.(event.dataIndex, event.seriesIndex ?? 0));
    const watch = new ResizeObserver(() => {
      made.resize();
      redraw.current();
    });
    watch.observe(box.current!);
    return () => (watch.disconnect(), made.dispose(), void (chart.current = null));
  }, []);
  redraw.current = () => chart.current?.setOption(option(drawing, box.current?.clientWidth ?? 600, language), true);
  useEffect(() => redraw.current(), [drawing, mode, language]);
  return <div ref={box} role="img" aria-label={answer} style={{ height, width: "100%" }} />;
}
