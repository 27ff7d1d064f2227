use strict;
use warnings;
use DBI;

my ($host, $port) = @ARGV;
my @to = ("dbi:Pg:dbname=aim;host=$host;port=$port", 'ada', '', { RaiseError => 1, PrintError => 0 });
my $db = DBI->connect(@to);

sub ok { print "OK @_\n" }
sub rows { scalar @{ shift->fetchall_arrayref } }

ok('driver', $DBD::Pg::VERSION);
grep { /subscribers/ } $db->tables(undef, 'public', undef, 'TABLE') or die 'no tables';
ok('columns', rows($db->column_info(undef, 'public', 'subscribers', '%')));
join(',', $db->primary_key(undef, 'public', 'subscribers')) eq 'subscriber_id' or die 'no key';
ok('keys to others', rows($db->foreign_key_info(undef, 'public', 'subscribers', undef, undef, undef)));
ok('indexes', rows($db->statistics_info(undef, 'public', 'subscribers', 0, 0)));
ok('preview', scalar @{ $db->selectall_arrayref('SELECT * FROM subscribers LIMIT 5') });
ok('chart', scalar @{ $db->selectall_arrayref('SELECT region, count(*) FROM subscribers GROUP BY region') });
my $by_key = $db->prepare('SELECT subscriber_id FROM subscribers WHERE subscriber_id = ?');
for my $key (1 .. 5) {
    $by_key->execute($key);
    $by_key->fetchrow_array == $key or die "not $key";
}
$by_key->finish;
ok('parameters');
$db->begin_work;
$db->do('DECLARE some CURSOR FOR SELECT subscriber_id FROM subscribers');
ok('cursor', scalar @{ $db->selectall_arrayref('FETCH 4 FROM some') });
$db->commit;
$db->do('COPY (SELECT subscriber_id FROM subscribers) TO STDOUT');
my ($line, $copied) = ('', 0);
$copied++ while $db->pg_getcopydata($line) >= 0;
ok('copied', $copied);
# The job of the test does not answer this one in time.
$db->do('SELECT count(*) FROM subscribers WHERE subscriber_id > -987654321', { pg_async => DBD::Pg::PG_ASYNC() });
select(undef, undef, undef, 1);
$db->pg_cancel;
ok('cancel');
eval { $db->do('SELECT nosuch FROM subscribers') };
$db->state eq '42703' or die $db->state;
$db->disconnect;
$db = DBI->connect(@to);
ok('again', $db->ping);
