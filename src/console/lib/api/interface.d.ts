/** The operators' interface. Made by `npm run generate -- console-types`; nobody writes here. */
export interface paths {
    "/overview/show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        merchant?: string;
                        from?: string;
                        to?: string;
                        hours?: number;
                        days?: number;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            span: "hour" | "day";
                            from: string;
                            to: string;
                            up_to_date: boolean;
                            totals: {
                                /** @enum {string} */
                                direction: "payin" | "payout";
                                /** @enum {string} */
                                currency: "USD" | "EUR" | "UAH" | "KZT" | "USDT_TRON";
                                orders: number;
                                amount: string;
                                succeeded: number;
                                succeeded_amount: string;
                                failed: number;
                                failed_amount: string;
                                closed: number;
                                closed_amount: string;
                                open: number;
                                approval_rate: number | null;
                            }[];
                            series: {
                                at: string;
                                /** @enum {string} */
                                direction: "payin" | "payout";
                                /** @enum {string} */
                                currency: "USD" | "EUR" | "UAH" | "KZT" | "USDT_TRON";
                                orders: number;
                                amount: string;
                                succeeded: number;
                                succeeded_amount: string;
                                failed: number;
                                failed_amount: string;
                                closed: number;
                                closed_amount: string;
                                open: number;
                                approval_rate: number | null;
                            }[];
                            codes: {
                                /** @enum {string} */
                                direction: "payin" | "payout";
                                /** @enum {string} */
                                currency: "USD" | "EUR" | "UAH" | "KZT" | "USDT_TRON";
                                code: string;
                                orders: number;
                                amount: string;
                            }[];
                            terminals?: {
                                terminal: string;
                                /** @enum {string} */
                                direction: "payin" | "payout";
                                attempts: number;
                                approved: number;
                                declined: number;
                                failed: number;
                                open: number;
                                approval_rate: number | null;
                                answered: number;
                                latency_ms: number | null;
                                latency_p50_ms: number | null;
                                latency_p95_ms: number | null;
                            }[];
                            terminal_series?: {
                                at: string;
                                terminal: string;
                                /** @enum {string} */
                                direction: "payin" | "payout";
                                attempts: number;
                                approved: number;
                                declined: number;
                                failed: number;
                                open: number;
                                approval_rate: number | null;
                                answered: number;
                                latency_ms: number | null;
                                latency_p50_ms: number | null;
                                latency_p95_ms: number | null;
                            }[];
                            decline_reasons?: {
                                reason: string;
                                attempts: number;
                            }[];
                            decline_words?: {
                                words: string;
                                attempts: number;
                            }[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/terminals/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        hours?: number;
                        days?: number;
                        /** @default 100 */
                        limit?: number;
                        after?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                id: string;
                                terminal: string;
                                adapter: string;
                                merchant: string | null;
                                up: boolean;
                                /** @enum {string} */
                                circuit: "closed" | "open";
                                circuit_open_since: string | null;
                                attempts: number;
                                approved: number;
                                declined: number;
                                failed: number;
                                open: number;
                                approval_rate: number | null;
                                latency_ms: number | null;
                                latency_p50_ms: number | null;
                                latency_p95_ms: number | null;
                                last_approved_at: string | null;
                                last_failed_at: string | null;
                            }[];
                            next?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        deployment: {
                            [key: string]: unknown;
                        };
                        /** @default false */
                        dry_run?: boolean;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            changes: {
                                /** @enum {string} */
                                kind: "add" | "change" | "switch_off";
                                place: string;
                                members: Record<string, never>;
                            }[];
                            terminals?: Record<string, never>;
                            merchants?: Record<string, never>;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": Record<string, never>;
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            terminals: {
                                name: string;
                            }[];
                            merchants: {
                                name: string;
                            }[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/terminals/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @default 100 */
                        limit?: number;
                        after?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                id: string;
                                name: string;
                                adapter: string;
                                merchant: string | null;
                                up: boolean;
                                /** @enum {string} */
                                circuit: "closed" | "open";
                            }[];
                            next?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/terminals/show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        terminal: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            name: string;
                            adapter: string;
                            merchant: string | null;
                            up: boolean;
                            /** @enum {string} */
                            circuit: "closed" | "open";
                            settings: Record<string, never>;
                            credentials: Record<string, never>;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/terminals/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        terminal: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/terminals/up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        terminal: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/terminals/down": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        terminal: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/terminals/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name: string;
                        adapter: string;
                        settings: {
                            [key: string]: unknown;
                        };
                        credentials: {
                            [key: string]: unknown;
                        };
                        merchant?: string | null;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/terminals/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        terminal: string;
                        settings?: {
                            [key: string]: unknown;
                        };
                        credentials?: {
                            [key: string]: unknown;
                        };
                        merchant?: string | null;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/terminals/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        terminal: string;
                        /**
                         * @default EUR
                         * @enum {string}
                         */
                        currency?: "USD" | "EUR" | "UAH" | "KZT" | "USDT_TRON";
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            trial: string;
                            /** @enum {string} */
                            result: "passed" | "left out" | "failed";
                            said?: string;
                        }[];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @default 100 */
                        limit?: number;
                        after?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                id: string;
                                name: string;
                                created_at: string;
                            }[];
                            next?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        merchant: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            name: string;
                            logo_url: string | null;
                            accent: string | null;
                            support_url: string | null;
                            operator_name: string | null;
                            terms_url: string | null;
                            privacy_url: string | null;
                            payin_webhook_url: string | null;
                            payout_webhook_url: string | null;
                            refund_webhook_url: string | null;
                            webhook_payload: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name: string & (unknown & unknown);
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/brand": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        merchant: string;
                        name?: string & (unknown & unknown);
                        logo?: string | null;
                        accent?: string | null;
                        support?: string | null;
                        operator?: string | null;
                        terms?: string | null;
                        privacy?: string | null;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        merchant: string;
                        /** @default 100 */
                        limit?: number;
                        after?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                id: string;
                                created_at: string;
                                last_used_at: string | null;
                                expires_at: string | null;
                                revoked_at: string | null;
                            }[];
                            next?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        key: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            created_at: string;
                            last_used_at: string | null;
                            expires_at: string | null;
                            revoked_at: string | null;
                            scope: string;
                            merchant: string | null;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/issue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        merchant: string;
                        /**
                         * @default live
                         * @enum {string}
                         */
                        kind?: "live" | "test";
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            api_key_id: string;
                            api_secret: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/issue-page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @default live
                         * @enum {string}
                         */
                        kind?: "live" | "test";
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            api_key_id: string;
                            api_secret: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        key: string;
                        /** @default 24 */
                        overlap_hours?: number;
                        /**
                         * @default live
                         * @enum {string}
                         */
                        kind?: "live" | "test";
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            api_key_id: string;
                            api_secret: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        key: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/reseal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            key: string;
                            resealed: number;
                            left: number;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gates/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        merchant: string;
                        /** @default 100 */
                        limit?: number;
                        after?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                id: string;
                                name: string;
                                active: boolean;
                                frozen: boolean;
                            }[];
                            next?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gates/show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        gate: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            name: string;
                            active: boolean;
                            frozen: boolean;
                            merchant: string;
                            accounts: {
                                currency: string;
                                available: string;
                                hold: string;
                                rolling: string;
                                payout_reserve: string;
                                refund_reserve: string;
                                dispute_reserve: string;
                                wallet: string;
                            }[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gates/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        merchant: string;
                        name: string;
                        accounts: string[];
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gates/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        gate: string;
                        active?: boolean;
                        accounts?: string[];
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gates/freeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        gate: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gates/thaw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        gate: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/money/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        gate: string;
                        /** @enum {string} */
                        to: "wallet" | "gate";
                        /** @enum {string} */
                        currency: "USD" | "EUR" | "UAH" | "KZT" | "USDT_TRON";
                        amount: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/methods/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        gate: string;
                        /** @default 100 */
                        limit?: number;
                        after?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                id: string;
                                name: string;
                                /** @enum {string} */
                                direction: "payin" | "payout";
                                payment_source: string;
                                currency: string;
                                active: boolean;
                            }[];
                            next?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/methods/show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        method: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            name: string & (unknown & unknown);
                            /** @enum {string} */
                            direction: "payin" | "payout";
                            /** @enum {string} */
                            payment_source: "CARD" | "P2P" | "CRYPTO" | "PHONE" | "PIX" | "BLIK";
                            /** @enum {string} */
                            currency: "USD" | "EUR" | "UAH" | "KZT" | "USDT_TRON";
                            /** @enum {string} */
                            payment_method_currency?: "USD" | "EUR" | "UAH" | "KZT" | "USDT_TRON";
                            /** @default null */
                            conversion_rate: string | null;
                            /** @default 0 */
                            fee_percent: string;
                            /** @default 0.00 */
                            fee_fixed: string;
                            /** @default null */
                            fee_min: string | null;
                            /** @default null */
                            fee_max: string | null;
                            amount_min: string;
                            amount_max: string;
                            /** @default 0 */
                            settlement_period_days: number;
                            /** @default 0 */
                            rolling_percent: string;
                            /** @default 3 */
                            max_attempts: number;
                            waiting_seconds: number;
                            /** @default null */
                            max_part_amount: string | null;
                            /**
                             * @default kept
                             * @enum {string}
                             */
                            refund_fee: "kept" | "returned";
                            /** @default 0.00 */
                            refund_fixed_fee: string;
                            /** @default 0.00 */
                            dispute_fee: string;
                            /** @default 0.00 */
                            tolerance: string;
                            /** @default false */
                            asks_cpf: boolean;
                            /** @default [] */
                            banks: {
                                id: string;
                                name: string & (unknown & unknown);
                            }[];
                            /** @default true */
                            active: boolean;
                            /** @default [] */
                            routes: {
                                terminal: string & (unknown & unknown);
                                priority: number;
                                /** @default 1 */
                                weight: number;
                                /** @default null */
                                brands: ("visa" | "mastercard" | "amex" | "discover" | "jcb" | "diners" | "unionpay" | "mir" | "maestro")[] | null;
                                /** @default null */
                                bin_prefixes: string[] | null;
                                /** @default null */
                                amount_min: string | null;
                                /** @default null */
                                amount_max: string | null;
                                /** @default null */
                                countries: string[] | null;
                                /** @default true */
                                up: boolean;
                            }[];
                            id: string;
                            gate: string;
                            gate_id: string;
                            merchant: string;
                            merchant_id: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/methods/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        gate: string;
                        name: string;
                        /** @enum {string} */
                        direction: "payin" | "payout";
                        /** @enum {string} */
                        payment_source: "CARD" | "P2P" | "CRYPTO" | "PHONE" | "PIX" | "BLIK";
                        /** @enum {string} */
                        currency: "USD" | "EUR" | "UAH" | "KZT" | "USDT_TRON";
                        amount_min: string;
                        amount_max: string;
                        waiting_seconds: number;
                        /** @enum {string} */
                        payment_method_currency?: "USD" | "EUR" | "UAH" | "KZT" | "USDT_TRON";
                        conversion_rate?: string | null;
                        fee_percent?: string;
                        fee_fixed?: string;
                        fee_min?: string | null;
                        fee_max?: string | null;
                        settlement_period_days?: number;
                        rolling_percent?: string;
                        max_attempts?: number;
                        max_part_amount?: string | null;
                        /** @enum {string} */
                        refund_fee?: "kept" | "returned";
                        refund_fixed_fee?: string;
                        dispute_fee?: string;
                        tolerance?: string;
                        asks_cpf?: boolean;
                        active?: boolean;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/methods/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        method: string;
                        amount_min?: string;
                        amount_max?: string;
                        waiting_seconds?: number;
                        /** @enum {string} */
                        payment_method_currency?: "USD" | "EUR" | "UAH" | "KZT" | "USDT_TRON";
                        conversion_rate?: string | null;
                        fee_percent?: string;
                        fee_fixed?: string;
                        fee_min?: string | null;
                        fee_max?: string | null;
                        settlement_period_days?: number;
                        rolling_percent?: string;
                        max_attempts?: number;
                        max_part_amount?: string | null;
                        /** @enum {string} */
                        refund_fee?: "kept" | "returned";
                        refund_fixed_fee?: string;
                        dispute_fee?: string;
                        tolerance?: string;
                        asks_cpf?: boolean;
                        active?: boolean;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/routes/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        method: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                terminal: string & (unknown & unknown);
                                priority: number;
                                /** @default 1 */
                                weight: number;
                                /** @default null */
                                brands: ("visa" | "mastercard" | "amex" | "discover" | "jcb" | "diners" | "unionpay" | "mir" | "maestro")[] | null;
                                /** @default null */
                                bin_prefixes: string[] | null;
                                /** @default null */
                                amount_min: string | null;
                                /** @default null */
                                amount_max: string | null;
                                /** @default null */
                                countries: string[] | null;
                                /** @default true */
                                up: boolean;
                            }[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/routes/choose": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        method: string;
                        amount: string;
                        card?: string;
                        /** @enum {string} */
                        brand?: "visa" | "mastercard" | "amex" | "discover" | "jcb" | "diners" | "unionpay" | "mir" | "maestro";
                        country?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            direction: "payin" | "payout";
                            /** @enum {string} */
                            currency: "USD" | "EUR" | "UAH" | "KZT" | "USDT_TRON";
                            brand: ("visa" | "mastercard" | "amex" | "discover" | "jcb" | "diners" | "unionpay" | "mir" | "maestro") | null;
                            refusal: {
                                code: string;
                                message: string;
                            } | null;
                            routes: {
                                terminal: string;
                                adapter: string;
                                priority: number;
                                weight: number;
                                takes: boolean;
                                share: number;
                                why_not: string | null;
                            }[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/routes/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        method: string;
                        terminal: string;
                        priority: number;
                        weight?: number;
                        brands?: string[] | null;
                        bin_prefixes?: string[] | null;
                        amount_min?: string | null;
                        amount_max?: string | null;
                        countries?: string[] | null;
                        up?: boolean;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/routes/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        method: string;
                        terminal: string;
                        priority?: number;
                        weight?: number;
                        brands?: string[] | null;
                        bin_prefixes?: string[] | null;
                        amount_min?: string | null;
                        amount_max?: string | null;
                        countries?: string[] | null;
                        up?: boolean;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/routes/reorder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        method: string;
                        order: string[][];
                        dry_run?: boolean;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            changes: {
                                terminal: string;
                                before: number;
                                priority: number;
                            }[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/routes/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        method: string;
                        terminal: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blocks/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        merchant: string;
                        /** @default 100 */
                        limit?: number;
                        after?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                /** @enum {string} */
                                kind: "email" | "phone" | "destination" | "card";
                                fingerprint: string;
                            }[];
                            next?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blocks/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        merchant: string;
                        /** @enum {string} */
                        kind: "email" | "phone" | "destination" | "card";
                        value?: string;
                        order?: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blocks/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        merchant: string;
                        /** @enum {string} */
                        kind: "email" | "phone" | "destination" | "card";
                        fingerprint: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/limits/show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        merchant: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            retry_rules: "off" | "dry_run" | "on";
                            card_declines_per_day: number;
                            card_declines_per_30_days: number;
                            /** @enum {string} */
                            card_testing: "off" | "dry_run" | "on";
                            failed_cards_per_address: number;
                            failed_cards_per_bin: number;
                            failed_cards_per_email: number;
                            failed_cards_per_order: number;
                            visa_dispute_basis_points: number;
                            visa_dispute_count: number;
                            mastercard_dispute_basis_points: number;
                            mastercard_dispute_count: number;
                            dispute_ratio_payments: number;
                            own: string[];
                            would_refuse: {
                                /** @enum {string} */
                                limit: "card_declines_per_day" | "card_declines_per_30_days" | "failed_cards_per_address" | "failed_cards_per_bin" | "failed_cards_per_email" | "failed_cards_per_order";
                                day: number;
                                week: number;
                            }[];
                            attempts: {
                                order_id: string;
                                attempt_id: string;
                                limits: ("card_declines_per_day" | "card_declines_per_30_days" | "failed_cards_per_address" | "failed_cards_per_bin" | "failed_cards_per_email" | "failed_cards_per_order")[];
                                created_at: string;
                            }[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/limits/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        merchant: string;
                        retry_rules?: ("off" | "dry_run" | "on") | null;
                        card_declines_per_day?: number | null;
                        card_declines_per_30_days?: number | null;
                        card_testing?: ("off" | "dry_run" | "on") | null;
                        failed_cards_per_address?: number | null;
                        failed_cards_per_bin?: number | null;
                        failed_cards_per_email?: number | null;
                        failed_cards_per_order?: number | null;
                        visa_dispute_basis_points?: number | null;
                        visa_dispute_count?: number | null;
                        mastercard_dispute_basis_points?: number | null;
                        mastercard_dispute_count?: number | null;
                        dispute_ratio_payments?: number | null;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        id?: string;
                        reference?: string;
                        email?: string;
                        last_four?: string;
                        card?: string;
                        rrn?: string;
                        provider_reference?: string;
                        amount?: string;
                        /** @enum {string} */
                        currency?: "USD" | "EUR" | "UAH" | "KZT" | "USDT_TRON";
                        /** @enum {string} */
                        direction?: "payin" | "payout";
                        /** @enum {string} */
                        status?: "CREATED" | "IN_PROGRESS" | "PROCESS_PENDING" | "SUCCESS" | "FAILED" | "CLOSED";
                        /** @enum {string} */
                        resolution_code?: "ACCESS_DENIED" | "AMOUNT_OVER_LIMIT" | "AMOUNT_UNDER_LIMIT" | "BALANCE_INSUFFICIENT" | "BALANCE_UPDATE_FAILED" | "BLACKLISTED_INPUT_DATA" | "CURRENCY_INVALID" | "DESTINATION_ACCOUNT_INVALID" | "MERCHANT_MISCONFIGURATION" | "METHOD_INACTIVE" | "METHOD_NOT_FOUND" | "ORDER_CANNOT_BE_PROCESSED" | "ORDER_CANNOT_BE_ROUTED" | "ORDER_FAILED_MANUALLY" | "PAYMENT_METHOD_NOT_SUPPORTED" | "PROVIDER_NOT_SUPPORTED" | "REPORT_GENERATION_FAILED" | "RESOURCE_NOT_FOUND" | "UNKNOWN_ERROR" | "VALIDATION_FAILED" | "WORKFLOW_EXECUTION_SKIPPED";
                        merchant?: string;
                        method?: string;
                        terminal?: string;
                        from?: string;
                        to?: string;
                        /** @default 50 */
                        limit?: number;
                        after?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            orders: {
                                id: string;
                                /** @enum {string} */
                                direction: "payin" | "payout";
                                reference_id: string;
                                merchant_id: string;
                                merchant: string;
                                method: string | null;
                                terminal: string | null;
                                /** @enum {string} */
                                status: "CREATED" | "IN_PROGRESS" | "PROCESS_PENDING" | "SUCCESS" | "FAILED" | "CLOSED";
                                resolution_code: string | null;
                                currency: string;
                                amount: string;
                                account: string | null;
                                email: string | null;
                                created_at: string;
                            }[];
                            next?: string;
                            looked_back_to?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        order: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            /** @enum {string} */
                            direction: "payin" | "payout";
                            group_id: string;
                            merchant_id: string;
                            gate_id: string;
                            method_id: string;
                            merchant: string | null;
                            gate: string | null;
                            method: string | null;
                            reference_id: string;
                            /** @enum {string} */
                            status: "CREATED" | "IN_PROGRESS" | "PROCESS_PENDING" | "SUCCESS" | "FAILED" | "CLOSED";
                            resolution: string | null;
                            resolution_code: string | null;
                            resolution_message: string | null;
                            provider_error_message: string | null;
                            payment_source: string;
                            currency: string;
                            amount: string;
                            fee: string;
                            total: string;
                            account: string | null;
                            card_brand?: string | null;
                            rrn?: string | null;
                            payment_method_currency?: string;
                            payment_method_amount?: string;
                            expires_at?: string | null;
                            customer: Record<string, never> | null;
                            created_at: string;
                            updated_at: string;
                            why: string;
                            reason: {
                                label: string;
                                explanation: string;
                                tell_customer: string;
                                merchant_can: string;
                            } | null;
                            transitions: {
                                from_status: ("CREATED" | "IN_PROGRESS" | "PROCESS_PENDING" | "SUCCESS" | "FAILED" | "CLOSED") | null;
                                /** @enum {string} */
                                to_status: "CREATED" | "IN_PROGRESS" | "PROCESS_PENDING" | "SUCCESS" | "FAILED" | "CLOSED";
                                cause: string;
                                at: string;
                            }[];
                            attempts: {
                                id: string;
                                terminal: string | null;
                                route_priority: number | null;
                                outcome: string | null;
                                superseded: boolean;
                                decline_reason: string | null;
                                decline_advice: string | null;
                                scheme_code: string | null;
                                authentication: string | null;
                                eci: string | null;
                                provider_reference: string | null;
                                unanswered: number;
                                next_ask_at: string | null;
                                challenged_at: string | null;
                                instructions: ({
                                    /** @constant */
                                    kind: "transfer";
                                    bank?: string;
                                    holder: string;
                                    account: {
                                        /** @enum {string} */
                                        kind: "iban" | "card" | "account" | "phone";
                                        value: string;
                                        ifsc?: string;
                                    };
                                    reference?: string;
                                } | {
                                    /** @constant */
                                    kind: "code";
                                    payload: string;
                                    pixKey?: string;
                                } | {
                                    /** @constant */
                                    kind: "address";
                                    network: string;
                                    asset: string;
                                    address: string;
                                    confirmations: {
                                        seen: number;
                                        needed: number;
                                    };
                                } | {
                                    /** @constant */
                                    kind: "confirm";
                                    /** @enum {string} */
                                    where: "bank_app" | "phone";
                                } | {
                                    /** @constant */
                                    kind: "redirect";
                                    url: string;
                                }) | null;
                                created_at: string;
                                settled_at: string | null;
                                effective_after_end_at: string | null;
                                latency_ms: number | null;
                            }[];
                            challenge: {
                                terminal: string | null;
                                challenged_at: string | null;
                                outcome: string | null;
                                waits: boolean;
                            } | null;
                            receipts: {
                                reference: string;
                                amount: string;
                                queued: string;
                                received_at: string;
                            }[];
                            missing: string | null;
                            refundable: string | null;
                            refunds: {
                                id: string;
                                reference_id: string;
                                /** @enum {string} */
                                status: "CREATED" | "IN_PROGRESS" | "PROCESS_PENDING" | "SUCCESS" | "FAILED";
                                resolution: string | null;
                                resolution_code: string | null;
                                resolution_message: string | null;
                                provider_error_message: string | null;
                                currency: string;
                                amount: string;
                                payer_currency: string;
                                payer_gets: string;
                                fee_returned: string;
                                fixed_fee: string;
                                cost: string;
                                terminal: string | null;
                                provider_reference: string | null;
                                next_ask_at: string | null;
                                comment: string | null;
                                created_at: string;
                                updated_at: string;
                                transitions: {
                                    from_status: ("CREATED" | "IN_PROGRESS" | "PROCESS_PENDING" | "SUCCESS" | "FAILED" | "CLOSED") | null;
                                    /** @enum {string} */
                                    to_status: "CREATED" | "IN_PROGRESS" | "PROCESS_PENDING" | "SUCCESS" | "FAILED" | "CLOSED";
                                    cause: string;
                                    at: string;
                                }[];
                            }[];
                            movements: {
                                kind: string;
                                at: string;
                                entries: {
                                    currency: string;
                                    amount: string;
                                    account: string;
                                }[];
                            }[];
                            retentions: {
                                currency: string;
                                amount: string;
                                bucket: string;
                                due_at: string;
                                released_at: string | null;
                            }[];
                            events: {
                                event: string;
                                webhook_id: string;
                                state: string;
                                orders: string[];
                                destination: string | null;
                                destination_source: string;
                                body: string;
                                erased: boolean;
                                created_at: string;
                                next_attempt_at: string | null;
                                ended_at: string | null;
                                attempts_made: number;
                                attempts: {
                                    at: string;
                                    duration_ms: number;
                                    status: number | null;
                                    error: string | null;
                                    answer_head: string | null;
                                }[];
                            }[];
                            comments: {
                                comment: string | null;
                                internal: string | null;
                            };
                            attention: {
                                id: string;
                                kind: string;
                                detail: string | null;
                                created_at: string;
                                resolved_at: string | null;
                            }[];
                            notices: {
                                event: string;
                                detail: string | null;
                                at: string;
                            }[];
                            actions: {
                                at: string;
                                actor: string;
                                command: string;
                                reason: string | null;
                            }[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "ACCESS_DENIED" | "AMOUNT_OVER_LIMIT" | "AMOUNT_UNDER_LIMIT" | "BALANCE_INSUFFICIENT" | "BALANCE_UPDATE_FAILED" | "BLACKLISTED_INPUT_DATA" | "CURRENCY_INVALID" | "DESTINATION_ACCOUNT_INVALID" | "MERCHANT_MISCONFIGURATION" | "METHOD_INACTIVE" | "METHOD_NOT_FOUND" | "ORDER_CANNOT_BE_PROCESSED" | "ORDER_CANNOT_BE_ROUTED" | "ORDER_FAILED_MANUALLY" | "PAYMENT_METHOD_NOT_SUPPORTED" | "PROVIDER_NOT_SUPPORTED" | "REPORT_GENERATION_FAILED" | "RESOURCE_NOT_FOUND" | "UNKNOWN_ERROR" | "VALIDATION_FAILED" | "WORKFLOW_EXECUTION_SKIPPED";
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            code: "ACCESS_DENIED" | "AMOUNT_OVER_LIMIT" | "AMOUNT_UNDER_LIMIT" | "BALANCE_INSUFFICIENT" | "BALANCE_UPDATE_FAILED" | "BLACKLISTED_INPUT_DATA" | "CURRENCY_INVALID" | "DESTINATION_ACCOUNT_INVALID" | "MERCHANT_MISCONFIGURATION" | "METHOD_INACTIVE" | "METHOD_NOT_FOUND" | "ORDER_CANNOT_BE_PROCESSED" | "ORDER_CANNOT_BE_ROUTED" | "ORDER_FAILED_MANUALLY" | "PAYMENT_METHOD_NOT_SUPPORTED" | "PROVIDER_NOT_SUPPORTED" | "REPORT_GENERATION_FAILED" | "RESOURCE_NOT_FOUND" | "UNKNOWN_ERROR" | "VALIDATION_FAILED" | "WORKFLOW_EXECUTION_SKIPPED";
                            why: string;
                            label: string;
                            tell_customer: string;
                            merchant_can: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payins/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        order: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payins/comment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        order: string;
                        text: string | null;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/fail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        order: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refunds/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        order: string;
                        amount?: string;
                        comment?: string;
                        reference?: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            order: string;
                            merchant_id: string;
                            merchant: string;
                            reference_id: string;
                            /** @enum {string} */
                            status: "CREATED" | "IN_PROGRESS" | "PROCESS_PENDING" | "SUCCESS" | "FAILED";
                            resolution: string | null;
                            resolution_code: string | null;
                            resolution_message: string | null;
                            provider_error_message: string | null;
                            currency: string;
                            amount: string;
                            payer_currency: string;
                            payer_gets: string;
                            fee_returned: string;
                            fixed_fee: string;
                            cost: string;
                            terminal: string | null;
                            provider_reference: string | null;
                            next_ask_at: string | null;
                            comment: string | null;
                            created_at: string;
                            updated_at: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refunds/show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        refund: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            order: string;
                            merchant_id: string;
                            merchant: string;
                            reference_id: string;
                            /** @enum {string} */
                            status: "CREATED" | "IN_PROGRESS" | "PROCESS_PENDING" | "SUCCESS" | "FAILED";
                            resolution: string | null;
                            resolution_code: string | null;
                            resolution_message: string | null;
                            provider_error_message: string | null;
                            currency: string;
                            amount: string;
                            payer_currency: string;
                            payer_gets: string;
                            fee_returned: string;
                            fixed_fee: string;
                            cost: string;
                            terminal: string | null;
                            provider_reference: string | null;
                            next_ask_at: string | null;
                            comment: string | null;
                            created_at: string;
                            updated_at: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refunds/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        merchant?: string;
                        order?: string;
                        /** @enum {string} */
                        status?: "CREATED" | "IN_PROGRESS" | "PROCESS_PENDING" | "SUCCESS" | "FAILED";
                        from?: string;
                        to?: string;
                        /** @default 100 */
                        limit?: number;
                        after?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                id: string;
                                order: string;
                                merchant_id: string;
                                merchant: string;
                                reference_id: string;
                                /** @enum {string} */
                                status: "CREATED" | "IN_PROGRESS" | "PROCESS_PENDING" | "SUCCESS" | "FAILED";
                                resolution: string | null;
                                resolution_code: string | null;
                                resolution_message: string | null;
                                provider_error_message: string | null;
                                currency: string;
                                amount: string;
                                payer_currency: string;
                                payer_gets: string;
                                fee_returned: string;
                                fixed_fee: string;
                                cost: string;
                                next_ask_at: string | null;
                                comment: string | null;
                                created_at: string;
                                updated_at: string;
                            }[];
                            next?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/disputes/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        merchant?: string;
                        payin?: string;
                        /** @enum {string} */
                        status?: "INQUIRY" | "OPEN" | "UNDER_REVIEW" | "WON" | "LOST" | "CLOSED";
                        all?: boolean;
                        /** @default 100 */
                        limit?: number;
                        after?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                id: string;
                                payin_id: string;
                                merchant_id: string;
                                reference: string;
                                /** @enum {string} */
                                status: "INQUIRY" | "OPEN" | "UNDER_REVIEW" | "WON" | "LOST" | "CLOSED";
                                money: string;
                                amount: string;
                                fee: string;
                                currency: string;
                                reason_code: string | null;
                                reason: string | null;
                                answer_by: string | null;
                                charged_back_at: string | null;
                                created_at: string;
                                updated_at: string;
                                merchant: string;
                            }[];
                            next?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/disputes/show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        dispute: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            payin_id: string;
                            merchant_id: string;
                            reference: string;
                            /** @enum {string} */
                            status: "INQUIRY" | "OPEN" | "UNDER_REVIEW" | "WON" | "LOST" | "CLOSED";
                            money: string;
                            amount: string;
                            fee: string;
                            currency: string;
                            reason_code: string | null;
                            reason: string | null;
                            answer_by: string | null;
                            charged_back_at: string | null;
                            created_at: string;
                            updated_at: string;
                            history: {
                                event: string;
                                step: string;
                                detail: string | null;
                                actor: string | null;
                                said_at: string;
                                received_at: string;
                            }[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/disputes/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        dispute: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            name: string;
                            html: string;
                            json: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/disputes/ratio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        merchant?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            this_month: string;
                            last_month: string;
                            ratios: {
                                merchant_id: string;
                                merchant: string;
                                /** @enum {string} */
                                scheme: "visa" | "mastercard" | "other";
                                this_month: {
                                    disputes: number;
                                    payments: number;
                                    ratio: number | null;
                                    limit: number | null;
                                    /** @enum {string} */
                                    level: "none" | "below" | "above" | "excessive";
                                };
                                last_month: {
                                    disputes: number;
                                    payments: number;
                                    ratio: number | null;
                                    limit: number | null;
                                    /** @enum {string} */
                                    level: "none" | "below" | "above" | "excessive";
                                };
                            }[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/disputes/answered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        dispute: string;
                        note?: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/disputes/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        dispute: string;
                        /** @enum {string} */
                        outcome: "won" | "lost" | "closed";
                        note?: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        email: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            erased: number;
                            open: number;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/destinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        merchant?: string;
                        /** @default 100 */
                        limit?: number;
                        after?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                destination: string;
                                merchant_id: string;
                                merchant: string;
                                host: string;
                                backlog: number;
                                oldest: string | null;
                                next_attempt_at: string | null;
                                retrying: number;
                                given_up: number;
                                delivered: number;
                                last_success_at: string | null;
                                last_failure_at: string | null;
                                last_error: string | null;
                            }[];
                            next?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        merchant?: string;
                        /** @enum {string} */
                        state?: "pending" | "delivered" | "failed" | "no_destination";
                        host?: string;
                        order?: string;
                        /** @default 100 */
                        limit?: number;
                        after?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                event: string;
                                webhook_id: string;
                                merchant_id: string;
                                merchant: string;
                                /** @enum {string} */
                                direction: "payin" | "payout" | "refund";
                                orders: string[];
                                /** @enum {string} */
                                state: "pending" | "delivered" | "failed" | "no_destination";
                                destination: string | null;
                                tries: number;
                                created_at: string;
                                next_attempt_at: string | null;
                                ended_at: string | null;
                                last_status: number | null;
                                last_error: string | null;
                                last_duration_ms: number | null;
                            }[];
                            next?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        event: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            event: string;
                            webhook_id: string;
                            state: string;
                            orders: string[];
                            destination: string | null;
                            destination_source: string;
                            body: string;
                            erased: boolean;
                            created_at: string;
                            next_attempt_at: string | null;
                            ended_at: string | null;
                            attempts_made: number;
                            attempts: {
                                at: string;
                                duration_ms: number;
                                status: number | null;
                                error: string | null;
                                answer_head: string | null;
                            }[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        order: string;
                        /** @default 100 */
                        limit?: number;
                        after?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                event: string;
                                webhook_id: string;
                                state: string;
                                orders: string[];
                                destination: string | null;
                                destination_source: string;
                                body: string;
                                erased: boolean;
                                created_at: string;
                                next_attempt_at: string | null;
                                ended_at: string | null;
                                attempts_made: number;
                                attempts: {
                                    at: string;
                                    duration_ms: number;
                                    status: number | null;
                                    error: string | null;
                                    answer_head: string | null;
                                }[];
                            }[];
                            next?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        merchant: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            payin_url: string | null;
                            payout_url: string | null;
                            refund_url: string | null;
                            payload: string;
                            old_secret_until: string | null;
                            signature_switches_at: string | null;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        event: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            events: number;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/resend-failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        since: string;
                        merchant?: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            events: number;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        merchant: string;
                        /** @default 24 */
                        overlap_hours?: number;
                        switch_at?: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            webhook_secret: string;
                            old_secret_until: string | null;
                            signature_switches_at: string | null;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/configure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        merchant: string;
                        payin_url?: string | null;
                        payout_url?: string | null;
                        refund_url?: string | null;
                        /** @enum {string} */
                        payload?: "retrieval" | "extended";
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        kind: "orders" | "settlement" | "fees";
                        from: string;
                        to: string;
                        merchant?: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            report: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        merchant?: string;
                        /** @default 100 */
                        limit?: number;
                        after?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                id: string;
                                /** @enum {string} */
                                kind: "orders" | "settlement" | "fees";
                                merchant: string | null;
                                /** @enum {string} */
                                state: "waiting" | "running" | "ready" | "failed";
                                first_day: string;
                                last_day: string;
                                failure: string | null;
                                created_at: string;
                                ended_at: string | null;
                                rows: number | null;
                                resolution_code: "REPORT_GENERATION_FAILED" | null;
                            }[];
                            next?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        report: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            /** @enum {string} */
                            kind: "orders" | "settlement" | "fees";
                            merchant: string | null;
                            /** @enum {string} */
                            state: "waiting" | "running" | "ready" | "failed";
                            first_day: string;
                            last_day: string;
                            failure: string | null;
                            created_at: string;
                            ended_at: string | null;
                            rows: number | null;
                            resolution_code: "REPORT_GENERATION_FAILED" | null;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reconciliations/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        terminal: string;
                        from: string;
                        to: string;
                        /** @enum {string} */
                        profile?: "adyen" | "stripe" | "stripe_history";
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            reconciliation: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reconciliations/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        reconciliation: string;
                        lines: {
                            line: number;
                            /**
                             * @default order
                             * @enum {string}
                             */
                            kind?: "order" | "payment" | "refund" | "refund_returned" | "chargeback" | "chargeback_reversed" | "fee" | "bank_payout" | "other";
                            reference: string;
                            amount_minor: string;
                            currency: string;
                            net?: {
                                amount_minor: string;
                                fee_minor: string;
                                currency: string;
                            };
                        }[];
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            lines: number;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reconciliations/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @default 100 */
                        limit?: number;
                        after?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                id: string;
                                terminal: string;
                                first_day: string;
                                last_day: string;
                                profile: ("adyen" | "stripe" | "stripe_history") | null;
                                created_at: string;
                            }[];
                            next?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reconciliations/show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        reconciliation: string;
                        /** @default 0 */
                        after?: number;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            terminal: string;
                            first_day: string;
                            last_day: string;
                            profile: ("adyen" | "stripe" | "stripe_history") | null;
                            created_at: string;
                            matched: number;
                            different: number;
                            missing_here: number;
                            missing_there: number;
                            unknown: number;
                            missing_cells?: number[];
                            settled: {
                                /** @enum {string} */
                                kind: "order" | "payment" | "refund" | "refund_returned" | "chargeback" | "chargeback_reversed" | "fee" | "bank_payout" | "other";
                                currency: string;
                                lines: number;
                                amount: string;
                                fees: string;
                                net: string;
                            }[];
                            lines: {
                                line: number;
                                /** @enum {string} */
                                verdict: "different" | "missing_here" | "unknown";
                                /** @enum {string} */
                                kind: "order" | "payment" | "refund" | "refund_returned" | "chargeback" | "chargeback_reversed" | "fee" | "bank_payout" | "other";
                                reference: string;
                                amount: string;
                                currency: string;
                                order_id: string | null;
                                order_amount: string | null;
                                order_currency: string | null;
                            }[];
                            missing: {
                                /** @enum {string} */
                                kind: "payin" | "payout" | "refund" | "chargeback";
                                order_id: string;
                                attempt_id: string;
                                provider_reference: string | null;
                                amount: string;
                                currency: string;
                                created_at: string;
                            }[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ledger/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        merchant?: string;
                        gate?: string;
                        /** @default 100 */
                        limit?: number;
                        after?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                account: string;
                                /** @enum {string} */
                                kind: "gate" | "wallet";
                                merchant_id: string;
                                merchant: string;
                                gate_id: string | null;
                                gate: string | null;
                                frozen: boolean;
                                /** @enum {string} */
                                currency: "USD" | "EUR" | "UAH" | "KZT" | "USDT_TRON";
                                available: string;
                                hold: string;
                                rolling: string;
                                payout_reserve: string;
                                refund_reserve: string;
                                dispute_reserve: string;
                                total: string;
                            }[];
                            next?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ledger/movements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        merchant?: string;
                        gate?: string;
                        /** @enum {string} */
                        currency?: "USD" | "EUR" | "UAH" | "KZT" | "USDT_TRON";
                        order?: string;
                        /** @enum {string} */
                        kind?: "payin_success" | "payout_reserve" | "payout_settle" | "payout_release" | "refund_reserve" | "refund_settle" | "refund_release" | "dispute_reserve" | "dispute_lose" | "dispute_recover" | "dispute_release" | "hold_release" | "rolling_release" | "transfer" | "conversion";
                        from?: string;
                        to?: string;
                        /** @default 100 */
                        limit?: number;
                        after?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                movement: string;
                                /** @enum {string} */
                                kind: "payin_success" | "payout_reserve" | "payout_settle" | "payout_release" | "refund_reserve" | "refund_settle" | "refund_release" | "dispute_reserve" | "dispute_lose" | "dispute_recover" | "dispute_release" | "hold_release" | "rolling_release" | "transfer" | "conversion";
                                at: string;
                                order: string | null;
                                entries: {
                                    account: string;
                                    merchant_id: string | null;
                                    gate_id: string | null;
                                    gate: string | null;
                                    /** @enum {string} */
                                    currency: "USD" | "EUR" | "UAH" | "KZT" | "USDT_TRON";
                                    amount: string;
                                }[];
                            }[];
                            next?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ledger/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        merchant?: string;
                        gate?: string;
                        days?: number;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            before: string;
                            days: {
                                day: string;
                                /** @enum {string} */
                                bucket: "hold" | "rolling";
                                /** @enum {string} */
                                currency: "USD" | "EUR" | "UAH" | "KZT" | "USDT_TRON";
                                payins: number;
                                amount: string;
                            }[];
                            later: {
                                /** @enum {string} */
                                bucket: "hold" | "rolling";
                                /** @enum {string} */
                                currency: "USD" | "EUR" | "UAH" | "KZT" | "USDT_TRON";
                                amount: string;
                            }[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ledger/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": Record<string, never>;
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            last: {
                                at: string;
                                ok: boolean;
                                movements: number;
                                findings: {
                                    rule: string;
                                    subject: string;
                                    order_id?: string;
                                    currency: string | null;
                                    expected: string;
                                    found: string;
                                }[];
                            } | null;
                            due_at: string | null;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ledger/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": Record<string, never>;
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            ok: boolean;
                            movements: number;
                            findings: {
                                rule: string;
                                subject: string;
                                order_id?: string;
                                currency: string | null;
                                expected: string;
                                found: string;
                            }[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attention/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @default 100 */
                        limit?: number;
                        after?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                id: string;
                                kind: string;
                                order_id: string | null;
                                attempt_id: string | null;
                                detail: string;
                                created_at: string;
                            }[];
                            next?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attention/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        id: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attention/conditions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": Record<string, never>;
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            kind: "dispute_due" | "dispute_ratio" | "attempt_unknown" | "receiver_fails" | "delivery_given_up" | "circuit_open" | "ledger_finding" | "recurring_work_late" | "cell_unavailable" | "alert_not_sent";
                            subject: string;
                            detail: string;
                            since: string;
                        }[];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": Record<string, never>;
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            /** @enum {string} */
                            kind: "email" | "chat" | "webhook";
                            to: string;
                            about: string | null;
                            silent_until: string | null;
                            open: number;
                            last_sent_at: string | null;
                            unsent: number;
                            last_delivery: ("delivered" | "failed" | "waiting") | null;
                            last_error: string | null;
                        }[];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        kind: "email" | "chat" | "webhook";
                        to?: string;
                        /** @enum {string} */
                        role?: "viewer" | "support" | "finance" | "admin" | "merchant";
                        about?: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            secret?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts/silence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        channel: string;
                        hours: number;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        channel: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        channel: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clocks/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        merchant?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            test_clocks: boolean;
                            items: {
                                merchant_id: string;
                                at: string;
                                ahead_ms: number;
                            }[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cells/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": Record<string, never>;
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                cell: number;
                                address: string | null;
                                reachable: boolean;
                                merchants: number | null;
                                orders: number | null;
                                node: string | null;
                                move_to: string | null;
                                move: string | null;
                                move_error: string | null;
                            }[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cells/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        cell: number;
                        node: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            cell: number;
                            from: string;
                            to: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        actor?: string;
                        command?: string;
                        subject?: string;
                        from?: string;
                        to?: string;
                        /** @default 100 */
                        limit?: number;
                        after?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                number: number;
                                at: string;
                                actor: string;
                                role: string;
                                address: string | null;
                                command: string;
                                subject: string;
                                before: string | null;
                                after: string | null;
                                reason: string | null;
                            }[];
                            next?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        head?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            rows: number;
                            last_hash: string;
                            not_found?: string[];
                            missing_cells?: number[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @default 100 */
                        limit?: number;
                        after?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                id: string;
                                email: string;
                                /** @enum {string} */
                                role: "viewer" | "support" | "finance" | "admin" | "merchant";
                                merchant: string | null;
                                second_factor: boolean;
                                password: boolean;
                                passkeys: number;
                                failed_sign_ins: number;
                                created_at: string;
                            }[];
                            next?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        person: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            email: string;
                            /** @enum {string} */
                            role: "viewer" | "support" | "finance" | "admin" | "merchant";
                            merchant: string | null;
                            second_factor: boolean;
                            password: boolean;
                            passkeys: number;
                            failed_sign_ins: number;
                            created_at: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        role: "viewer" | "support" | "finance" | "admin" | "merchant";
                        merchant?: string;
                        email?: string;
                        /** @default 72 */
                        hours?: number;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            link: string;
                            expires_at: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/change-role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        person: string;
                        /** @enum {string} */
                        role: "viewer" | "support" | "finance" | "admin" | "merchant";
                        merchant?: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        person: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/reset-second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        person: string;
                        /** @default 72 */
                        hours?: number;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            link: string;
                            expires_at: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            people: string[];
                            tokens: string[];
                            passkeys: number;
                            invitations: number;
                            recovery_codes: number;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @default 100 */
                        limit?: number;
                        after?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                id: string;
                                email: string | null;
                                role: string | null;
                                merchant: string | null;
                                created_at: string;
                                expires_at: string;
                            }[];
                            next?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        invitation: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/passkeys/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        person?: string;
                        /** @default 100 */
                        limit?: number;
                        after?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                id: string;
                                person: string;
                                name: string;
                                created_at: string;
                                last_used_at: string | null;
                            }[];
                            next?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/passkeys/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        passkey: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        person?: string;
                        /** @default 100 */
                        limit?: number;
                        after?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                id: string;
                                person: string;
                                role: string;
                                address: string | null;
                                agent: string | null;
                                created_at: string;
                                last_used_at: string;
                                expires_at: string;
                            }[];
                            next?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        session: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @default 100 */
                        limit?: number;
                        after?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                name: string;
                                role: string;
                                created_at: string;
                                expires_at: string;
                                revoked_at: string | null;
                            }[];
                            next?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens/issue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name: string;
                        /** @enum {string} */
                        role: "viewer" | "support" | "finance" | "admin";
                        /** @default 90 */
                        days?: number;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            name: string;
                            role: string;
                            expires_at: string;
                            token: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name: string;
                        reason?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/commands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            name: string;
                            summary: string;
                            input: Record<string, never>;
                        }[];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/deployment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            sandbox: boolean;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            email: string;
                            /** @enum {string} */
                            role: "viewer" | "support" | "finance" | "admin" | "merchant";
                            merchant: string | null;
                            expires_at: string;
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        email: string;
                        password: string;
                        code: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            email: string;
                            /** @enum {string} */
                            role: "viewer" | "support" | "finance" | "admin" | "merchant";
                            expires_at: string;
                            failed_before: number;
                        };
                    };
                };
            };
        };
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            challenge: string;
                            rpId?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        passkey: {
                            id: string;
                            rawId: string;
                            /** @constant */
                            type: "public-key";
                            /** @default {} */
                            clientExtensionResults?: Record<string, never>;
                            response: {
                                clientDataJSON: string;
                                authenticatorData: string;
                                signature: string;
                                userHandle?: string | null;
                            };
                        };
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            email: string;
                            /** @enum {string} */
                            role: "viewer" | "support" | "finance" | "admin" | "merchant";
                            expires_at: string;
                            failed_before: number;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/offer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        token: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            email?: string;
                            /** @enum {string} */
                            role: "viewer" | "support" | "finance" | "admin" | "merchant";
                            known: boolean;
                            has_password: boolean;
                            lets_in: boolean;
                            opened_before: string | null;
                            totp: {
                                secret: string;
                                uri: string;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/offer/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        token: string;
                        email?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            rp: {
                                id?: string;
                                name: string;
                            };
                            user: {
                                id: string;
                                name: string;
                                displayName: string;
                            };
                            challenge: string;
                            pubKeyCredParams: {
                                alg: number;
                                /** @constant */
                                type: "public-key";
                            }[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        token: string;
                        email?: string;
                        password: string;
                        code: string;
                    } | {
                        token: string;
                        email?: string;
                        password?: string;
                        passkey: {
                            name: string;
                            response: {
                                id: string;
                                rawId: string;
                                /** @constant */
                                type: "public-key";
                                /** @default {} */
                                clientExtensionResults?: Record<string, never>;
                                response: {
                                    clientDataJSON: string;
                                    attestationObject: string;
                                    /** @default [] */
                                    transports?: string[];
                                };
                            };
                        };
                    } | {
                        token: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            email: string;
                            /** @enum {string} */
                            role: "viewer" | "support" | "finance" | "admin" | "merchant";
                            expires_at: string;
                            failed_before: number;
                            recovery_codes: string[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            email: string;
                            /** @enum {string} */
                            role: "viewer" | "support" | "finance" | "admin" | "merchant";
                            merchant: string | null;
                            created_at: string;
                            recovery_codes: number;
                            password: boolean;
                            passkeys: {
                                id: string;
                                name: string;
                                created_at: string;
                                last_used_at: string | null;
                            }[];
                            sessions: {
                                id: string;
                                address: string | null;
                                agent: string | null;
                                created_at: string;
                                last_used_at: string;
                                expires_at: string;
                                current: boolean;
                            }[];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        proof: {
                            password: string;
                        } | {
                            passkey: {
                                id: string;
                                rawId: string;
                                /** @constant */
                                type: "public-key";
                                /** @default {} */
                                clientExtensionResults?: Record<string, never>;
                                response: {
                                    clientDataJSON: string;
                                    authenticatorData: string;
                                    signature: string;
                                    userHandle?: string | null;
                                };
                            };
                        };
                        password: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            sessions_ended: number;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        proof: {
                            password: string;
                        } | {
                            passkey: {
                                id: string;
                                rawId: string;
                                /** @constant */
                                type: "public-key";
                                /** @default {} */
                                clientExtensionResults?: Record<string, never>;
                                response: {
                                    clientDataJSON: string;
                                    authenticatorData: string;
                                    signature: string;
                                    userHandle?: string | null;
                                };
                            };
                        };
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            recovery_codes: string[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/others": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, never>;
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            challenge: string;
                            rpId?: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        proof: {
                            password: string;
                        } | {
                            passkey: {
                                id: string;
                                rawId: string;
                                /** @constant */
                                type: "public-key";
                                /** @default {} */
                                clientExtensionResults?: Record<string, never>;
                                response: {
                                    clientDataJSON: string;
                                    authenticatorData: string;
                                    signature: string;
                                    userHandle?: string | null;
                                };
                            };
                        };
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            rp: {
                                id?: string;
                                name: string;
                            };
                            user: {
                                id: string;
                                name: string;
                                displayName: string;
                            };
                            challenge: string;
                            pubKeyCredParams: {
                                alg: number;
                                /** @constant */
                                type: "public-key";
                            }[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name: string;
                        response: {
                            id: string;
                            rawId: string;
                            /** @constant */
                            type: "public-key";
                            /** @default {} */
                            clientExtensionResults?: Record<string, never>;
                            response: {
                                clientDataJSON: string;
                                attestationObject: string;
                                /** @default [] */
                                transports?: string[];
                            };
                        };
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, never>;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            done: true;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: never;
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
