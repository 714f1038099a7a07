import { joined, module } from "#kernel/module.ts";
import { requisitions } from "./requisitions.ts";
import { planning } from "./planning.ts";
import { forecasting } from "./forecasting.ts";

/** What is needed, by when, and where each piece of it went. */
export const demand = module("demand", "采购需求", "Demand", joined(requisitions, planning, forecasting));
