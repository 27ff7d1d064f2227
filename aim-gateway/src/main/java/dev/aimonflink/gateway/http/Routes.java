package dev.aimonflink.gateway.http;

import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.sql.SqlState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Which endpoint a method and a path lead to. */
final class Routes {
    private final List<Route> routes = new ArrayList<>();

    /**
     * @param parts of the path; one in braces matches any, which is called so
     * @param query the parameters that an address may have
     * @param needed what its caller must be allowed to do; null for everybody
     * @param isKept whether there is a place for it when all others are taken
     */
    record Route(
            String method,
            List<String> parts,
            Set<String> query,
            Permission needed,
            boolean isKept,
            Endpoint endpoint) {
        private Map<String, String> matched(String[] path) {
            if (path.length != parts.size()) {
                return null;
            }
            Map<String, String> named = new HashMap<>();
            for (int i = 0; i < path.length; i++) {
                String part = parts.get(i);
                if (part.startsWith("{")) {
                    named.put(part.substring(1, part.length() - 1), Call.decoded(path[i].replace("+", "%2B")));
                } else if (!part.equals(path[i])) {
                    return null;
                }
            }
            return named;
        }
    }

    /** For callers who may ask. */
    Routes add(String method, String template, Set<String> query, Endpoint endpoint) {
        return add(method, template, query, Permission.ASK, endpoint);
    }

    Routes add(String method, String template, Set<String> query, Permission needed, Endpoint endpoint) {
        routes.add(new Route(method, parts(template), query, needed, false, endpoint));
        return this;
    }

    /** For callers who may ask, even while many others are answered: quick ones, those that end others, viewers. */
    Routes addKept(String method, String template, Set<String> query, Endpoint endpoint) {
        routes.add(new Route(method, parts(template), query, Permission.ASK, true, endpoint));
        return this;
    }

    /** For everybody, as a load balancer has no token. */
    Routes addOpen(String method, String template, Endpoint endpoint) {
        routes.add(new Route(method, parts(template), Set.of(), null, true, endpoint));
        return this;
    }

    private static List<String> parts(String template) {
        return List.of(template.substring(1).split("/"));
    }

    /** All, each as its method and template, with the parameters that an address may have. */
    Set<String> all() {
        return routes.stream()
                .map(each -> each.method + " /" + String.join("/", each.parts) + " " + new TreeSet<>(each.query))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * The route of a call, whose parts of the path it then has. HEAD is a GET without its body.
     *
     * @throws HttpRefusal if there is none
     */
    Route find(Call call) {
        String method = call.method().equals("HEAD") ? "GET" : call.method();
        String raw = call.rawPath();
        String[] path = raw.startsWith("/") ? raw.substring(1).split("/", -1) : new String[0];
        Set<String> allowed = new TreeSet<>();
        for (Route route : routes) {
            Map<String, String> named = route.matched(path);
            if (named != null) {
                if (route.method.equals(method)) {
                    call.path(named);
                    return route;
                }
                allowed.add(route.method);
            }
        }
        if (allowed.isEmpty()) {
            throw HttpRefusal.of(
                    HttpStatus.NOT_FOUND,
                    SqlState.UNDEFINED_OBJECT,
                    "There is nothing at this address. GET /v1/openapi.json lists what there is.");
        }
        String methods = String.join(", ", allowed);
        throw HttpRefusal.with(
                HttpStatus.NOT_ALLOWED,
                SqlState.NOT_SUPPORTED,
                "This address takes " + methods + ". Use that method.",
                Map.of("Allow", methods));
    }
}
